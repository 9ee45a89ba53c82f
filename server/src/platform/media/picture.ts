/** The size of a stored picture: its longest side in pixels. */
export type PictureSize = 48 | 320 | 960

/** A picture in all its sizes, as WebP. */
export type DecodedPicture = {
  /** Of the original, after rotation. */
  width: number
  height: number
  files: Record<PictureSize, Buffer>
}

/** A decoded picture, or the end of a sentence that starts with the picture's name. */
export type DecodeResult = { picture: DecodedPicture } | { problem: string }

/** Limits on one file. A few bytes can decompress to gigabytes, so the declared size counts. */
export const pictureLimits = {
  bytes: 8_388_608,
  pixels: 40_000_000,
  /** Decoding AVIF takes several times the memory and time of the other formats. */
  avifPixels: 16_000_000,
  frames: 500,
  /** A 48-pixel picture as a data URI has at most 1,536 characters. */
  thumbBytes: 1_134,
  /** CPU time of one picture. */
  cpuMs: 1_500,
  /**
   * Memory that the process which decodes may allocate. It has 110 MB without a picture. The worst
   * one within these limits is a PNG with 16 bits per color, transparency and interlacing, which is
   * decoded as a whole: 40 million times 8 bytes, and a copy in parts. It takes 510 MB.
   */
  memoryBytes: 640 * 1_048_576,
  /** The time after which a process that does not respond is killed. */
  stuckMs: 15_000,
}

export const notAPicture = 'must be a PNG, JPEG, WebP, GIF or AVIF image'

/** Returns a small picture as a data URI. */
export function toDataUri(webp: Buffer): string {
  return `data:image/webp;base64,${webp.toString('base64')}`
}
