import { generatePrivateKey } from 'viem/accounts'
import { expect } from 'vitest'
import type { Plan } from '../../src/auth/plans.js'
import type { PortalReceipt } from '../../src/features/portal/schemas.js'
import { type Address, knownAddress } from '../../src/lib/hex.js'
import { aDeveloper } from '../fixtures/factories.js'
import type { TestApp } from '../harness.js'
import { signIn } from '../sign-in.js'

export type Shop = Awaited<ReturnType<typeof aShop>>
export type Page = NonNullable<Awaited<ReturnType<Shop['open']>>>

/** Above the minimum that is forwarded at once in live mode. */
const totalUsd = 6
let counter = 0

/** Creates a shop with a developer key, and with a split if recipients are given. */
export async function aShop(
  app: TestApp,
  {
    plan,
    recipients,
  }: {
    plan: Plan
    /** Besides the shop's wallet, which gets the rest. */
    recipients?: readonly { address: Address; sharesBps: number }[]
  },
) {
  const owner = await signIn(app, { privateKey: generatePrivateKey(), uri: 'https://tally.test/' })
  const { wallet } = owner
  const { apiKey } = await aDeveloper(app.ctx, { wallet, plan })
  const split = recipients ? await deploySplit() : null

  async function deploySplit(): Promise<Address> {
    const others = recipients ?? []
    const sharesBps = others.reduce((rest, recipient) => rest - recipient.sharesBps, 9_950)
    const payload = { recipients: [{ address: wallet, sharesBps }, ...others] }
    const url = '/api/split/deploy'
    const response = await app.inject({ method: 'POST', url, headers: owner.headers, payload })
    expect(response.statusCode, response.body).toBe(200)
    return knownAddress(response.json().split.address)
  }

  return {
    wallet,
    split,
    /**
     * Creates a receipt and opens its payment page from a network address. Returns null over a rate
     * limit.
     */
    async open(ip: string) {
      counter += 1
      const id = `r-${counter}`
      const payload = { id, totalUsd, lineItems: [{ label: 'Tea', priceUsd: totalUsd }] }
      const headers = { 'x-api-key': apiKey }
      const created = await app.inject({
        method: 'POST',
        url: '/api/receipts',
        headers,
        payload,
        remoteAddress: ip,
      })
      if (created.statusCode === 429) return null
      expect(created.statusCode, created.body).toBe(201)
      const page = openPage(app, { url: `/api/portal/${id}`, wallet, ip })
      const shown = await page.view()
      return shown && { ...page, shown }
    },
  }
}

/** Opens a payment page from a network address. */
function openPage(app: TestApp, { url, wallet, ip }: { url: string; wallet: Address; ip: string }) {
  const from = { remoteAddress: ip }
  return {
    /** Returns null over a rate limit. */
    async view(): Promise<PortalReceipt | null> {
      const response = await app.inject({ url: `${url}?recipient=${wallet}`, ...from })
      if (response.statusCode === 429) return null
      expect(response.statusCode, response.body).toBe(200)
      return response.json()
    },
    /** Sends a signed payment, or announces a transaction. */
    post: (verb: 'authorize' | 'tx', { portalToken }: PortalReceipt, payload: object) =>
      app.inject({
        method: 'POST',
        url: `${url}/${verb}`,
        headers: { 'x-portal-token': portalToken },
        payload,
        ...from,
      }),
  }
}
