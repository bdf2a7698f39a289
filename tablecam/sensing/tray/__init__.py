"""A camera over a dice tray: where its sheet lies in the image, and when dice have been rolled."""
