// Declarations of the parts of three's loaders in use. The package of three's own types depends on a physics engine and
// four others.

interface LoadedGeometry {
  getAttribute(name: 'position'): { readonly array: ArrayLike<number> };
}

declare module 'three/examples/jsm/loaders/OBJLoader.js' {
  export class OBJLoader {
    parse(text: string): { readonly children: readonly { readonly isMesh?: boolean; readonly geometry: LoadedGeometry }[] };
  }
}

declare module 'three/examples/jsm/loaders/STLLoader.js' {
  export class STLLoader {
    parse(data: ArrayBuffer): LoadedGeometry;
  }
}
