import readQr from 'jsqr'
import type { Locator } from 'playwright-core'
import { PNG } from 'pngjs'

/** What a camera reads off a QR code on the screen. */
export async function readCode(code: Locator): Promise<string> {
  const { data, width, height } = PNG.sync.read(await code.screenshot())
  const found = readQr.default(new Uint8ClampedArray(data), width, height)
  if (!found) throw new Error('no QR code can be read there')
  return found.data
}
