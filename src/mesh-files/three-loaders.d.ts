// What is used of three's loaders. Its own types are a package that brings a physics engine and four more with it.

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
