"""One model of the scene, fitted by evidence: camera, lens, references, table, prints, and how each model stands."""
