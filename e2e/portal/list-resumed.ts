import type { Page } from '../helpers/browser.js'

/**
 * Collects the events after which a page wanted its stream to go on. What a browser adds to a request by itself is seen
 * only where it leaves the browser.
 */
export async function listResumed(page: Page): Promise<string[]> {
  const found: string[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    const lastId = headers['Last-Event-ID']
    if (lastId !== undefined) found.push(lastId)
  })
  await session.send('Network.enable')
  return found
}
