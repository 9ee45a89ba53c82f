/// <reference lib="dom" />
// @module-tag slow
import { once } from 'node:events'
import { createServer } from 'node:http'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, openPage, type Page } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { listOverflows } from '../helpers/portal/list-overflows.js'
import { listSmallTargets } from '../helpers/portal/list-small-targets.js'
import { axeScript, listViolations } from '../helpers/portal/list-violations.js'
import { addWallet } from '../helpers/portal/stub-wallet.js'
import { takeScreenshot } from '../helpers/portal/take-screenshot.js'
import { addAuthenticator } from '../helpers/virtual-authenticator.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

type Json = Record<string, unknown>
type Options = { options: Json }

/** A shop that invites a person by a link. */
async function aLink({ role = 'cashier', name = '' } = {}) {
  const owner = await service.newMerchant()
  await owner.send('POST /api/shop/config', { body: { name: 'Blue Café' } })
  const invited = await owner.send<{ link: string; member: { id: string } }>('POST /api/members', {
    body: { role, ...(name && { name }) },
  })
  expect(invited.status).toBe(201)
  const { link, member } = invited.body
  return { owner, link, id: member.id }
}

const whoAmI = (page: Page) => page.evaluate(async () => (await fetch('/api/auth/me')).json())
const title = (page: Page) => page.getByRole('heading', { level: 1 })

describe('joining by a link', () => {
  test('default: with a passkey', async () => {
    const { owner, link } = await aLink({ name: 'Ada' })
    const opened = await openPage(browser, { width: 390, height: 844 })
    const { page } = opened
    const authenticator = await addAuthenticator(page)
    await page.goto(link)
    await expect.poll(() => title(page).innerText()).toBe('Blue Café invites you as cashier')
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada')
    await page.getByLabel('Your name').fill('')
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await page.getByText('Enter your name.').waitFor()

    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await expect.poll(() => title(page).innerText()).toBe('Welcome to Blue Café')
    expect(new URL(page.url()).hash).toBe('')
    expect(await whoAmI(page)).toMatchObject({
      wallet: null,
      name: 'Ada Lovelace',
      merchants: [{ name: 'Blue Café', role: 'cashier' }],
    })
    expect(await authenticator.list()).toHaveLength(1)
    const { body } = await owner.send<{ members: Json[] }>('GET /api/members')
    expect(body.members[1]).toMatchObject({ name: 'Ada Lovelace', role: 'cashier' })
    const next = page.getByRole('link', { name: 'Open the console' })
    expect(await next.getAttribute('href')).toBe('/console')

    await page.goto('about:blank')
    await page.goto(link)
    await expect.poll(() => title(page).innerText()).toBe('This link no longer works')
    await page.getByText('This invitation link was already used.').waitFor()
    await opened.close()
  })

  test('behavior: with a wallet, which then is a member already', async () => {
    const { owner, link } = await aLink({ role: 'viewer' })
    const opened = await openPage(browser)
    const { page } = opened
    const privateKey = generatePrivateKey()
    const wallet = await addWallet(page, { privateKey, demo: service.demo })
    wallet.rejected.add('personal_sign')
    await page.goto(link)
    const connect = page.getByRole('button', { name: 'Connect Stub' })
    await connect.click()
    await page.getByText('You declined the request in your wallet.').waitFor()
    wallet.rejected.clear()
    await connect.click()
    await expect.poll(() => title(page).innerText()).toBe('Welcome to Blue Café')
    expect(await whoAmI(page)).toMatchObject({ merchants: [{ role: 'viewer' }] })

    const next = await owner.send<{ link: string }>('POST /api/members', {
      body: { role: 'viewer' },
    })
    await page.goto('about:blank')
    await page.goto(next.body.link)
    await connect.click()
    await expect.poll(() => title(page).innerText()).toBe('You are already a member')
    await opened.close()
  })

  test('behavior: a person with a passkey joins a second shop with it', async () => {
    const [first, second] = [await aLink(), await aLink({ role: 'support' })]
    const opened = await openPage(browser)
    const { page } = opened
    await addAuthenticator(page)
    await page.goto(first.link)
    await page.getByLabel('Your name').fill('Grace')
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await expect.poll(() => title(page).innerText()).toBe('Welcome to Blue Café')
    await page.context().clearCookies()
    await page.goto('about:blank')
    await page.goto(second.link)
    await page.getByRole('button', { name: 'Use a passkey you already have here' }).click()
    await expect.poll(() => title(page).innerText()).toBe('Welcome to Blue Café')
    const me = (await whoAmI(page)) as { merchants: Json[] }
    expect(me.merchants.map(({ role }) => role).toSorted()).toEqual(['cashier', 'support'])
    await opened.close()
  })

  test('error: a canceled prompt, an outage and a browser without passkeys say what to do', async () => {
    const { link, owner, id } = await aLink()
    const opened = await openPage(browser)
    const { page } = opened
    const authenticator = await addAuthenticator(page)
    await authenticator.setVerified(false)
    await page.route('**/api/invitations/link', (route) => route.abort(), { times: 1 })
    await page.goto(link)
    await page.getByText('The server cannot be reached right now.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Your name').fill('Ada')
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await page.getByText('You closed the prompt, or it timed out.').waitFor()
    await authenticator.setVerified(true)
    await page.route('**/api/auth/join', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await page.getByText('The server cannot be reached right now.').waitFor()
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await expect.poll(() => title(page).innerText()).toBe('Welcome to Blue Café')
    await opened.close()

    const old = await openPage(browser)
    await old.page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    const next = await aLink()
    await old.page.goto(next.link)
    await old.page.getByText('This browser cannot create a passkey on this page.').waitFor()
    expect((await owner.send(`DELETE /api/members/${id}`)).status).toBe(404)
    expect((await next.owner.send(`DELETE /api/members/${next.id}`)).status).toBe(200)
    await old.page.reload()
    await expect.poll(() => title(old.page).innerText()).toBe('This link is not valid')
    await old.page.goto(`${service.demo.baseUrl}/join`)
    await expect.poll(() => title(old.page).innerText()).toBe('This link is not complete')
    await old.close()
  })

  test.each([320, 390, 1_280])('behavior: is usable at %i px, in light and dark', async (width) => {
    const { link } = await aLink({ name: 'Ada' })
    const opened = await openPage(browser, { width, height: 844 })
    const { page } = opened
    await page.addInitScript({ content: axeScript })
    await addAuthenticator(page)
    await addWallet(page, { privateKey: generatePrivateKey(), demo: service.demo })
    const check = async (state: string) => {
      expect(await listOverflows(page), state).toEqual([])
      expect(await listSmallTargets(page), state).toEqual([])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await listViolations(page), `${state} ${colorScheme}`).toEqual([])
        await takeScreenshot(page, `join-${state}-${width}-${colorScheme}`)
      }
    }
    await page.goto(`${service.demo.baseUrl}/join#unknown`)
    await expect.poll(() => title(page).innerText()).toBe('This link is not valid')
    await check('invalid')
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('button', { name: 'Connect Stub' }).waitFor()
    await check('open')
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await expect.poll(() => title(page).innerText()).toBe('Welcome to Blue Café')
    await check('joined')
    expect(opened.pageErrors.filter((line) => !line.includes('404'))).toEqual([])
    await opened.close()
  })
})

describe('passkeys of a browser', () => {
  test('default: register, sign in and step up; then lost, copied and on another origin', async () => {
    const owner = await service.newMerchant()
    const opened = await openPage(browser)
    const { page } = opened
    const authenticator = await addAuthenticator(page)
    await page.goto(`${service.demo.baseUrl}/join`)

    const creation = await owner.send<Options>('POST /api/passkeys/options', { body: {} })
    const created = await authenticator.create(creation.body.options)
    const added = await owner.send<{ passkey: { id: string } }>('POST /api/passkeys', {
      body: { name: 'Laptop', response: created },
    })
    expect(added.status).toBe(201)

    const signIn = async () => {
      const { body } = await service.anyone<Options>('POST /api/auth/passkey/options', { body: {} })
      const response = await authenticator.get(body.options)
      return service.anyone('POST /api/auth/passkey', { body: { response } })
    }
    expect(await signIn()).toMatchObject({ status: 200, body: { wallet: owner.wallet } })

    const stepUp = await owner.send<Options>('POST /api/auth/step-up/options', { body: {} })
    const passkey = await authenticator.get(stepUp.body.options)
    const confirmed = await owner.send('POST /api/auth/step-up', { body: { passkey } })
    expect(confirmed.body).toEqual({ ok: true })

    await authenticator.setCounter(0)
    expect(await signIn()).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
    const log = await owner.send<{ entries: Json[] }>('GET /api/audit?action=passkey.copy_refused')
    expect(log.body.entries).toMatchObject([{ target: added.body.passkey.id }])
    await authenticator.setCounter(100)
    expect(await signIn()).toMatchObject({ status: 200 })

    expect((await signInElsewhere(authenticator)).body).toMatchObject({
      error: 'unauthorized',
      message: `The passkey was used on another site. Use it on ${service.demo.baseUrl}.`,
    })

    await owner.send(`DELETE /api/passkeys/${added.body.passkey.id}`)
    expect((await signIn()).body).toMatchObject({
      error: 'unauthorized',
      message: expect.stringContaining('may have been removed'),
    })
    await opened.close()
  })
})

/** Uses the passkeys on a page of another port, to which browsers give the passkeys of a host. */
async function signInElsewhere(own: Awaited<ReturnType<typeof addAuthenticator>>) {
  const server = createServer((_request, response) => response.end('<title>Other</title>'))
  await once(server.listen(0, 'localhost'), 'listening')
  const { port } = server.address() as { port: number }
  const opened = await openPage(browser)
  try {
    await opened.page.goto(`http://localhost:${port}/`)
    const authenticator = await addAuthenticator(opened.page)
    await authenticator.copyFrom(own)
    const { body } = await service.anyone<Options>('POST /api/auth/passkey/options', { body: {} })
    const response = await authenticator.get(body.options)
    return await service.anyone('POST /api/auth/passkey', { body: { response } })
  } finally {
    await opened.close()
    server.close()
    server.closeAllConnections()
  }
}
