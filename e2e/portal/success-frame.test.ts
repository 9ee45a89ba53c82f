import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { startReceiver } from '../helpers/receiver.js'
import { hide, probes, writeProbes } from './success-frame-probes.js'
import { expectUntouched, type ReceiptFields, type Visit, visit } from './success-frame-visit.js'

/** Of three seconds, seen from outside and on a busy machine. */
const endedWithinMs = 12_000

const service = useService()
const shop = await startReceiver((response) => response.end('Thank you'))
/** Whatever comes here has escaped. */
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
/** Opens the payment page of a new receipt, and pays. */
async function payWith(fields: ReceiptFields & { mayReach?: string[] }): Promise<Visit> {
  count += 1
  const visited = await visit({ service, browser }, { id: `frame-${count}`, ...fields })
  await visited.pay()
  return visited
}

const lure = (path: string) => hide(`${evil.url}/${path}`)
const reached = (path: string) => evil.received.filter((got) => got.path.includes(path))
const question = ({ page }: Visit) => page.getByRole('link', { name: 'Continue to' })

async function load(url: string) {
  const answer = await fetch(url)
  const headers = Object.fromEntries(answer.headers)
  return { status: answer.status, headers, body: await answer.text() }
}

describe.concurrent('a script that leads back to the shop', () => {
  const mayReach = [shop.url]

  test('default', async () => {
    const told = '[receipt.receiptId, receipt.currency, receipt.totalUsd].join()'
    const code = `portal.navigate('${shop.url}/thanks?' + ${told})`
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
  ])('behavior: %s', async (code, name) => {
    const goal = `${shop.url}/${name}`
    const onSuccess = `const goal = ${hide(goal)}; ${code}`
    const { page, close } = await payWith({ onSuccess, redirectUrl: shop.url, mayReach })
    await page.waitForURL(goal)
    await close()
  })
})

describe('a script that tries what it may not', () => {
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

  test('error: to run before the payment', () => {
    expect(early.status).toBe(404)
    expect(early.headers['content-security-policy']).toMatch(/^sandbox allow-scripts; /)
    expect(early.body).not.toContain('data-code')
  })

  test.each(Object.keys(probes))('error: to %s', async (name) => {
    const [, outcome = ''] = probes[name] ?? []
    const words = outcome
      .replace('{evilHost}', evil.url)
      .replace('{evil}', from)
      .replace('{service}', service.demo.baseUrl)
    await visited.hears(outcome === 'SecurityError' ? `tried ${name}: SecurityError` : words)
  })

  test('error: to end the element that it stands in', async () => {
    await visited.hears('tried ask the buyer')
    expect(visited.said).not.toContain('breakout')
  })

  test('behavior: nothing came of any of it', async () => {
    await visited.frameGoes()
    await expectUntouched(visited)
    expect(dialogs).toEqual([])
    expect(reached('probe')).toEqual([])
    const paths = visited.requests().map((url) => new URL(url).pathname)
    expect(paths.filter((path) => !/^\/(assets|portal|api\/portal)\//.test(path))).toEqual([])
  })
})

describe.concurrent('a script that leads elsewhere', () => {
  test('default: the buyer is asked, about the first, and goes there only then', async () => {
    const onSuccess = `portal.navigate(${lure('asked')}); portal.navigate('${shop.url}/second')`
    const visited = await payWith({ onSuccess, mayReach: [evil.url] })
    await question(visited).waitFor()
    await visited.frameGoes()
    await expectUntouched(visited)
    expect(reached('asked')).toEqual([])
    await question(visited).click()
    await evil.at('/asked', 1)
    await visited.close()
  })

  test.each([
    ['a script', `'javascript:void(document.body.textContent = "mine")'`],
    ['a page of its own', `'data:text/html,<script>opener.close()</script>'`],
    ['an address behind a name', hide(evil.url.replace('//', '//shop.test@'))],
  ])('error: %s is nowhere', async (_, url) => {
    const visited = await payWith({ onSuccess: `console.log('asking'); portal.navigate(${url})` })
    await visited.hears('asking')
    await visited.frameGoes()
    await expectUntouched(visited)
    expect(await question(visited).count()).toBe(0)
    await visited.close()
  })

  test('error: twenty thousand addresses at once', async () => {
    const flood = `for (let i = 0; i < 20000; i++) portal.navigate(${lure('flood')} + i)`
    const visited = await payWith({ onSuccess: `console.log('flooding'); ${flood}` })
    await visited.hears('flooding')
    await visited.frameGoes()
    await expectUntouched(visited)
    // None where its three seconds were over before it had sent them all.
    expect(await question(visited).count()).toBeLessThanOrEqual(1)
    expect(reached('flood')).toEqual([])
    await visited.close()
  })

  test.each([
    ['the service', "'/api/site/config?leak'"],
    ['another host', lure('self')],
  ])('error: its own frame, to %s', async (_, url) => {
    const visited = await payWith({ onSuccess: `(0, eval)('window').location.href = ${url}` })
    await visited.hears("Framing 'http://")
    await expectUntouched(visited)
    expect(visited.requests().filter((asked) => /leak|self$/.test(asked))).toEqual([])
    expect(reached('self')).toEqual([])
    await visited.close()
  })

  test('error: another window, in its name', async () => {
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

describe.concurrent('a script that does not run', () => {
  test('behavior: for ever', async () => {
    const visited = await payWith({ onSuccess: "console.log('looping'); for (;;) {}" })
    await visited.hears('looping')
    const began = performance.now()
    await expectUntouched(visited)
    await visited.frameGoes()
    expect(performance.now() - began).toBeLessThan(endedWithinMs)
    await expectUntouched(visited)
    await visited.close()
  })

  test('error: in a window of its own, which has no origin either', async () => {
    const { page, frameUrl, said, hears, close } = await payWith({
      onSuccess: "console.log('ran')",
    })
    await hears('ran')
    said.length = 0
    expect((await page.goto(frameUrl))?.status()).toBe(200)
    expect(await page.evaluate('self.origin')).toBe('null')
    await expect(page.evaluate('document.cookie')).rejects.toThrow('sandboxed')
    expect(said).not.toContain('ran')
    await close()
  })
})
