// Where a place on the table, in inches from its near left corner, lies on a scene, in pixels from its upper left one.

const DEGREES = 180 / Math.PI;

export class SceneSpace {
  /** table: { width_in, depth_in }, whose far left corner is the upper left corner of the scene. */
  constructor(scene, table, inchesPerSquare) {
    const { sceneX, sceneY, size, distance } = scene.dimensions;
    Object.assign(this, { sceneX, sceneY, size, distance, table, inchesPerSquare });
  }

  /** What a token needs to stand where a model stands: its upper left corner, height and turn. */
  placeOf(model, token) {
    const across = model.x_in / this.inchesPerSquare;
    const down = (this.table.depth_in - model.y_in) / this.inchesPerSquare;
    return {
      x: Math.round(this.sceneX + (across - token.width / 2) * this.size),
      y: Math.round(this.sceneY + (down - token.height / 2) * this.size),
      elevation: Math.round((model.z_in / this.inchesPerSquare) * this.distance * 100) / 100,
      rotation: rotationOf(model.heading_rad),
    };
  }
}

/** A token without rotation looks down the screen, and turns clockwise; a heading is anticlockwise from the right. */
export function rotationOf(heading) {
  return (((Math.round(-90 - heading * DEGREES) % 360) + 360) % 360);
}
