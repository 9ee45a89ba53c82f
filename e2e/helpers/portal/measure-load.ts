import { type Browser, openPage } from '../browser.js'
import { type Paint, readPaint } from './read-paint.js'

/** Slow 4G (1.6 Mbit/s, 150 ms round trip) and a CPU four times slower than this machine's. */
export const slowPhone = {
  line: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 },
  slowdown: 4,
}

/**
 * Loads the page in a phone-sized window with an empty cache, waits for a text, and returns its paint
 * metrics.
 */
export async function measureLoad(
  browser: Browser,
  url: string,
  device?: typeof slowPhone,
  lastText = 'No wallet found in this browser.',
): Promise<Paint> {
  const { page, close } = await openPage(browser, { width: 390 })
  if (device) {
    const tools = await page.context().newCDPSession(page)
    await tools.send('Network.emulateNetworkConditions', device.line)
    await tools.send('Emulation.setCPUThrottlingRate', { rate: device.slowdown })
  }
  await page.goto(url)
  await page.getByText(lastText).first().waitFor()
  const paint = await readPaint(page)
  await close()
  return paint
}
