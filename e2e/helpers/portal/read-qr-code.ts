import readQr from 'jsqr'
import type { Locator } from 'playwright-core'
import { PNG } from 'pngjs'

/** Scans a QR code on the screen. */
export async function readQrCode(code: Locator): Promise<string> {
  const { data, width, height } = PNG.sync.read(await code.screenshot())
  const foundQRCode = readQr.default(new Uint8ClampedArray(data), width, height)
  if (!foundQRCode) throw new Error('Cannot scan the QR code.')
  return foundQRCode.data
}
