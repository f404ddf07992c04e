// Extensions of materials: bevels of the same width on boxes of all sizes, a grid on the ground, and overlays that fade
// with depth.

import type { MeshBasicMaterial, MeshStandardMaterial, Vector4 } from 'three';
import { Color } from 'three';

/** Width of a bevel, as a fraction of the shortest edge [1]. */
const BEVEL = 0.035;

export function bevelBoxes(material: MeshStandardMaterial): MeshStandardMaterial {
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader.replace('#include <common>', 'attribute vec3 inset;\n#include <common>').replace(
      '#include <begin_vertex>',
      `#include <begin_vertex>
        vec3 edges = vec3(length(instanceMatrix[0].xyz), length(instanceMatrix[1].xyz), length(instanceMatrix[2].xyz));
        transformed -= inset * ${BEVEL} * min(edges.x, min(edges.y, edges.z)) / edges;`,
    );
  };
  return material;
}

/** Draws grid lines at multiples of a spacing, set by `userData.setGrid`, that fade with distance. */
export function drawGrid(material: MeshStandardMaterial): void {
  const uniforms = { gridColor: { value: new Color() }, gridSpacing: { value: 1 } };
  material.userData.setGrid = (line: string, spacing: number) => {
    uniforms.gridColor.value.set(line);
    uniforms.gridSpacing.value = spacing;
  };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', 'varying vec2 gridAt;\n#include <common>')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\ngridAt = position.xz;');
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        'varying vec2 gridAt;\nuniform vec3 gridColor;\nuniform float gridSpacing;\n#include <common>',
      )
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        vec2 cell = gridAt / gridSpacing;
        vec2 width = fwidth(cell);
        vec2 away = abs(fract(cell - 0.5) - 0.5) / max(width, 1e-6);
        float line = 1.0 - min(min(away.x, away.y), 1.0);
        diffuseColor.rgb = mix(diffuseColor.rgb, gridColor, line * (1.0 - smoothstep(0.05, 0.4, max(width.x, width.y))));`,
      );
  };
}

/** Remaining brightness of overlays far behind [1]. */
const FAINT = 0.12;

/** Fades overlays behind the plane `depth`; they are faint from n.x + d = 1 on. */
export function fadeWithDepth(material: MeshBasicMaterial, depth: { value: Vector4 }): void {
  material.onBeforeCompile = (shader) => {
    shader.uniforms.fadePlane = depth;
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', 'varying float behind;\nuniform vec4 fadePlane;\n#include <common>')
      .replace(
        '#include <project_vertex>',
        '#include <project_vertex>\nbehind = dot(modelMatrix * instanceMatrix * vec4(transformed, 1.0), fadePlane);',
      );
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', 'varying float behind;\n#include <common>')
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        diffuseColor.a *= mix(1.0, ${FAINT}, smoothstep(0.0, 1.0, behind));`,
      );
  };
}
