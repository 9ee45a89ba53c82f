import type { components } from '../generated/api.js'
import type { SendRequest } from '../request.js'

/** A stored picture: its hash, addresses and size. */
export type Picture = components['schemas']['UploadedPicture']['picture']

/** Options of an upload. */
export type UploadOptions = {
  /** The media type, e.g. `image/jpeg`. Optional, because the content decides. */
  type?: string | undefined
  /**
   * Called while the file is sent. Works in Node, and in browsers that can stream a request. In
   * other browsers, omit it and use `XMLHttpRequest` to show progress.
   */
  onProgress?: ((progress: { sentBytes: number; totalBytes: number }) => void) | undefined
}

/**
 * Pictures of items, and the logo of the shop.
 *
 * @example
 * const { url } = await client.media.upload(await readFile('mug.jpg'))
 * await client.inventory.upsert({ sku: 'MUG-1', name: 'Mug', priceUsd: 12.5, images: [url] })
 */
export type MediaResource = {
  /**
   * Uploads a PNG, JPEG, WebP, GIF or AVIF file of at most 8 MiB. The same file is stored once, so
   * an upload can be repeated. Requires the scope `inventory:write`.
   */
  upload(file: Blob | Uint8Array | ArrayBuffer, options?: UploadOptions): Promise<Picture>
}

/** Creates the media calls on top of `request`. */
export function createMediaResource(request: SendRequest): MediaResource {
  return {
    async upload(file, { type, onProgress } = {}) {
      const content = await bytesOf(file)
      const { picture } = await request<{ picture: Picture }>({
        method: 'POST',
        path: '/api/media',
        file: { content, type: type || 'application/octet-stream', onProgress },
      })
      return picture
    },
  }
}

async function bytesOf(file: Blob | Uint8Array | ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
  if (file instanceof Blob) return new Uint8Array(await file.arrayBuffer())
  return file instanceof ArrayBuffer ? new Uint8Array(file) : Uint8Array.from(file)
}
