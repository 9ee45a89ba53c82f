// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { hide, probes, writeProbes } from '../helpers/portal/success-frame-probes.js'
import {
  expectUntouched,
  type ReceiptFields,
  type Visit,
  visit,
} from '../helpers/portal/success-frame-visit.js'
import { startReceiver } from '../helpers/receiver.js'

/** The script runs for three seconds. Allows for a busy machine. */
const removedWithinMs = 12_000

const service = useService()
const shop = await startReceiver((response) => response.end('Thank you'))
/** Must receive no request. */
const evil = await startReceiver((response) => response.end('Got you'))
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([shop.close(), evil.close()])
})

let count = 0
/** Opens the payment page of a new receipt and pays it. */
async function payWith(fields: ReceiptFields & { mayReach?: string[] }): Promise<Visit> {
  count += 1
  const visited = await visit({ service, browser }, { id: `frame-${count}`, ...fields })
  await visited.pay()
  return visited
}

const lure = (path: string) => hide(`${evil.url}/${path}`)
const reached = (path: string) => evil.received.filter((got) => got.path.includes(path))
const confirmLink = ({ page }: Visit) => page.getByRole('link', { name: 'Continue to' })

async function load(url: string) {
  const response = await fetch(url)
  const headers = Object.fromEntries(response.headers)
  return { status: response.status, headers, body: await response.text() }
}

describe.concurrent('scripts that return to the shop', () => {
  const mayReach = [shop.url]

  test('default', async () => {
    const details = '[receipt.receiptId, receipt.currency, receipt.totalUsd].join()'
    const code = `portal.navigate('${shop.url}/thanks?' + ${details})`
    const returnUrl = `${shop.url}/back`
    const { page, id, close } = await payWith({ onSuccess: code, returnUrl, mayReach })
    await page.waitForURL(`${shop.url}/thanks?${id},USD,5`)
    const [got] = await shop.at(`/thanks?${id},USD,5`, 1)
    expect(got?.headers).not.toHaveProperty('referer')
    expect(got?.headers).not.toHaveProperty('cookie')
    await close()
  })

  test.each([
    ['location = goal', 'bare'],
    ['top.location.assign(goal)', 'assign'],
    ['setTimeout(() => { window.location.href = goal }, 200)', 'later'],
  ])('behavior: %s navigates to the shop', async (code, name) => {
    const goal = `${shop.url}/${name}`
    const onSuccess = `const goal = ${hide(goal)}; ${code}`
    const { page, close } = await payWith({ onSuccess, redirectUrl: shop.url, mayReach })
    await page.waitForURL(goal)
    await close()
  })
})

describe('scripts that attack the page', () => {
  const from = `${evil.url}/probe-`
  const dialogs: string[] = []
  let visited: Visit
  let early: Awaited<ReturnType<typeof load>>
  beforeAll(async () => {
    const onSuccess = writeProbes(from)
    visited = await visit({ service, browser }, { id: 'probes', onSuccess })
    early = await load(visited.frameUrl)
    visited.page.on('dialog', (dialog) => dialogs.push(dialog.message()))
    await visited.pay()
  })
  afterAll(() => visited.close())

  test('error: cannot run before the payment', () => {
    expect(early.status).toBe(404)
    expect(early.headers['content-security-policy']).toMatch(/^sandbox allow-scripts; /)
    expect(early.body).not.toContain('data-code')
  })

  test.each(Object.keys(probes))('error: cannot %s', async (name) => {
    const [, outcome = ''] = probes[name] ?? []
    const text = outcome
      .replace('{evilHost}', evil.url)
      .replace('{evil}', from)
      .replace('{service}', service.demo.baseUrl)
    await visited.waitForMessage(
      outcome === 'SecurityError' ? `tried ${name}: SecurityError` : text,
    )
  })

  test('error: cannot break out of its element', async () => {
    await visited.waitForMessage('tried ask the buyer')
    expect(visited.consoleLines).not.toContain('breakout')
  })

  test('behavior: has no effect on the page', async () => {
    await visited.waitForFrameRemoval()
    await expectUntouched(visited)
    expect(dialogs).toEqual([])
    expect(reached('probe')).toEqual([])
    const paths = visited.requests().map((url) => new URL(url).pathname)
    expect(paths.filter((path) => !/^\/(assets|media|portal|api\/portal)\//.test(path))).toEqual([])
  })
})

describe.concurrent('scripts that navigate elsewhere', () => {
  test('default: asks the buyer to confirm the first address', async () => {
    const onSuccess = `portal.navigate(${lure('asked')}); portal.navigate('${shop.url}/second')`
    const visited = await payWith({ onSuccess, mayReach: [evil.url] })
    await confirmLink(visited).waitFor()
    await visited.waitForFrameRemoval()
    await expectUntouched(visited)
    expect(reached('asked')).toEqual([])
    await confirmLink(visited).click()
    await evil.at('/asked', 1)
    await visited.close()
  })

  test.each([
    ['a script', `'javascript:void(document.body.textContent = "mine")'`],
    ['a page of its own', `'data:text/html,<script>opener.close()</script>'`],
    ['an address behind a name', hide(evil.url.replace('//', '//shop.test@'))],
  ])('error: refuses to navigate to %s', async (_, url) => {
    const visited = await payWith({ onSuccess: `console.log('asking'); portal.navigate(${url})` })
    await visited.waitForMessage('asking')
    await visited.waitForFrameRemoval()
    await expectUntouched(visited)
    expect(await confirmLink(visited).count()).toBe(0)
    await visited.close()
  })

  test('error: sends twenty thousand addresses at once', async () => {
    const flood = `for (let i = 0; i < 20000; i++) portal.navigate(${lure('flood')} + i)`
    const visited = await payWith({ onSuccess: `console.log('flooding'); ${flood}` })
    await visited.waitForMessage('flooding')
    await visited.waitForFrameRemoval()
    await expectUntouched(visited)
    // None when the script was stopped before it had sent them all.
    expect(await confirmLink(visited).count()).toBeLessThanOrEqual(1)
    expect(reached('flood')).toEqual([])
    await visited.close()
  })

  test.each([
    ['the service', "'/api/site/config?leak'"],
    ['another host', lure('self')],
  ])('error: cannot navigate its own frame to %s', async (_, url) => {
    const visited = await payWith({ onSuccess: `(0, eval)('window').location.href = ${url}` })
    await visited.waitForMessage("Framing 'http://")
    await expectUntouched(visited)
    expect(visited.requests().filter((requested) => /leak|self$/.test(requested))).toEqual([])
    expect(reached('self')).toEqual([])
    await visited.close()
  })

  test('error: ignores messages from another window', async () => {
    const goal = `${shop.url}/not-forged`
    const onSuccess = `setTimeout(() => portal.navigate('${goal}'), 500)`
    const visited = await visit(
      { service, browser },
      { id: 'forged', onSuccess, mayReach: [shop.url, evil.url] },
    )
    const forged = JSON.stringify({ v: 1, type: 'navigate', url: `${evil.url}/forged` })
    const post = `setInterval(() => target.postMessage(${forged}, '*'), 10)`
    await visited.page.evaluate(`{ const target = window; ${post} }`)
    const opener = await visited.page.context().newPage()
    await opener.goto(`${evil.url}/opener`)
    const opening = opener.waitForEvent('popup')
    await opener.evaluate(`{ const target = window.open('${visited.pageUrl}'); ${post} }`)
    const popup = await opening
    await popup.getByText('Powered by').waitFor()

    await visited.pay()
    await Promise.all([visited.page, popup].map((page) => page.waitForURL(goal)))
    expect(reached('forged')).toEqual([])
    await visited.close()
  })
})

describe.concurrent('scripts that do not end or start', () => {
  test('behavior: stops an endless script', async () => {
    const visited = await payWith({ onSuccess: "console.log('looping'); for (;;) {}" })
    await visited.waitForMessage('looping')
    const startedAt = performance.now()
    await expectUntouched(visited)
    await visited.waitForFrameRemoval()
    expect(performance.now() - startedAt).toBeLessThan(removedWithinMs)
    await expectUntouched(visited)
    await visited.close()
  })

  test('error: does not run in its own window, which has no origin', async () => {
    const { page, frameUrl, consoleLines, waitForMessage, close } = await payWith({
      onSuccess: "console.log('ran')",
    })
    await waitForMessage('ran')
    consoleLines.length = 0
    expect((await page.goto(frameUrl))?.status()).toBe(200)
    expect(await page.evaluate('self.origin')).toBe('null')
    await expect(page.evaluate('document.cookie')).rejects.toThrow('sandboxed')
    expect(consoleLines).not.toContain('ran')
    await close()
  })
})
