// Writing of a WebM file of encoded pictures: the parts of Matroska that a player needs for playing, duration and
// seeking (RFC 9559, RFC 8794).

/** An encoded picture. */
export interface EncodedPicture {
  readonly bytes: Uint8Array;
  readonly isKey: boolean;
}

export interface VideoFormat {
  /** V_VP8 or V_VP9. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** Pictures per second. */
  readonly rate: number;
}

const ID = {
  ebml: 0x1a45dfa3,
  ebmlVersion: 0x4286,
  ebmlReadVersion: 0x42f7,
  ebmlMaxIdLength: 0x42f2,
  ebmlMaxSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  flagLacing: 0x9c,
  codecId: 0x86,
  defaultDuration: 0x23e383,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

/** Unit of time [ns]: times are in milliseconds. */
const SCALE = 1_000_000;
const TRACK = 1;
const NAME = 'Drystone Studio';

type Part = Uint8Array | Part[];

export function writeWebm({ codec, width, height, rate }: VideoFormat, pictures: readonly EncodedPicture[]): Uint8Array {
  const timeOf = (picture: number) => Math.round((1000 * picture) / rate);
  const head = element(ID.ebml, [
    whole(ID.ebmlVersion, 1),
    whole(ID.ebmlReadVersion, 1),
    whole(ID.ebmlMaxIdLength, 4),
    whole(ID.ebmlMaxSizeLength, 8),
    text(ID.docType, 'webm'),
    whole(ID.docTypeVersion, 4),
    whole(ID.docTypeReadVersion, 2),
  ]);
  const info = element(ID.info, [
    whole(ID.timestampScale, SCALE),
    real(ID.duration, timeOf(pictures.length)),
    text(ID.muxingApp, NAME),
    text(ID.writingApp, NAME),
  ]);
  const tracks = element(ID.tracks, [
    element(ID.trackEntry, [
      whole(ID.trackNumber, TRACK),
      whole(ID.trackUid, TRACK),
      whole(ID.trackType, 1),
      whole(ID.flagLacing, 0),
      text(ID.codecId, codec),
      whole(ID.defaultDuration, Math.round(1e9 / rate)),
      element(ID.video, [whole(ID.pixelWidth, width), whole(ID.pixelHeight, height)]),
    ]),
  ]);
  const clusters = clustersOf(pictures).map(({ first, members }) => ({
    time: timeOf(first),
    bytes: element(ID.cluster, [
      whole(ID.timestamp, timeOf(first)),
      ...members.map((picture, i) => simpleBlock(picture, timeOf(first + i) - timeOf(first))),
    ]),
  }));
  const cues = cuesOf(clusters, info.length + tracks.length);
  return join([head, element(ID.segment, [info, tracks, cues, ...clusters.map(({ bytes }) => bytes)])]);
}

/** Groups pictures into clusters. Each begins with a key frame, so that a player can start there. */
function clustersOf(pictures: readonly EncodedPicture[]): { first: number; members: EncodedPicture[] }[] {
  const clusters: { first: number; members: EncodedPicture[] }[] = [];
  pictures.forEach((picture, i) => {
    if (picture.isKey || clusters.length === 0) clusters.push({ first: i, members: [] });
    clusters[clusters.length - 1].members.push(picture);
  });
  return clusters;
}

/** The index of clusters, by their position in the segment. Positions have a fixed length, so the index has one too. */
function cuesOf(clusters: readonly { time: number; bytes: Uint8Array }[], before: number): Uint8Array {
  const write = (start: number): Uint8Array => {
    let at = start;
    return element(
      ID.cues,
      clusters.map(({ time, bytes }) => {
        const position = at;
        at += bytes.length;
        return element(ID.cuePoint, [
          whole(ID.cueTime, time),
          element(ID.cueTrackPositions, [whole(ID.cueTrack, TRACK), element(ID.cueClusterPosition, bigEndian(position, 8))]),
        ]);
      }),
    );
  };
  return write(before + write(0).length);
}

function simpleBlock({ bytes, isKey }: EncodedPicture, time: number): Uint8Array {
  return element(ID.simpleBlock, [Uint8Array.of(0x80 | TRACK), bigEndian(time, 2), Uint8Array.of(isKey ? 0x80 : 0), bytes]);
}

function element(id: number, content: Part): Uint8Array {
  const bytes = join(content);
  const size = bigEndian(bytes.length, 8);
  // Length marker of the size field: eight bytes.
  size[0] = 0x01;
  return join([bigEndian(id, id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1), size, bytes]);
}

function whole(id: number, value: number): Uint8Array {
  return element(id, bigEndian(value, 4));
}

function real(id: number, value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(id, bytes);
}

function text(id: number, value: string): Uint8Array {
  return element(id, new TextEncoder().encode(value));
}

function bigEndian(value: number, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => Math.floor(value / 256 ** (length - 1 - i)) % 256);
}

function join(part: Part): Uint8Array {
  if (part instanceof Uint8Array) return part;
  const parts = part.map(join);
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const bytes of parts) {
    whole.set(bytes, at);
    at += bytes.length;
  }
  return whole;
}
