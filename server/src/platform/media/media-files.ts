import type { PictureSize } from './picture.js'

/** One stored file: a picture in one of its sizes. */
export type MediaFile = { hash: string; size: PictureSize }

/** Where the files of pictures are kept. Writing a file again replaces it with equal content. */
export type MediaFiles = {
  put(file: MediaFile, content: Buffer): Promise<void>
  /** Returns null when there is no such file. */
  find(file: MediaFile): Promise<Buffer | null>
  /** Deletes a file, if it exists. */
  delete(file: MediaFile): Promise<void>
}

/** Returns the path of a file in a directory or bucket. Two letters make 256 folders. */
export function pathOf({ hash, size }: MediaFile): string {
  return `${hash.slice(0, 2)}/${hash}/${size}.webp`
}
