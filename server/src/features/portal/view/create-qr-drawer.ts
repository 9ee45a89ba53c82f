import { drawQr } from '@tallystick/web/qr'
import { rememberLatest } from '../../../platform/remember-latest.js'

/** A code takes up to 30 kB. */
const keptCodes = 500

/** Creates a function that draws QR codes and keeps the latest: drawing one takes longer than the rest of a page. */
export function createQrDrawer(): typeof drawQr {
  return rememberLatest(drawQr, keptCodes)
}
