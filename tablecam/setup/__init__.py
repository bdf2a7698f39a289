"""Setting a table up: looks at the camera's frames for one step after the other and writes the table folder."""
