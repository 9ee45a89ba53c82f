import { expect } from 'vitest'
import { createPortalTokens } from '../../src/auth/portal-tokens.js'
import type { Address } from '../../src/lib/hex.js'
import type { TestApp } from '../harness.js'
import type { Announcement, Scene } from './scene.js'

/** Creates the announcements of buyers and third parties, who both have the payment link. */
export function createAnnouncer(
  { merchant, announcements }: Pick<Scene, 'merchant' | 'announcements'>,
  { app }: { app: TestApp },
) {
  const tokens = createPortalTokens(app.ctx.config)

  return async (announcement: Announcement, by: Address): Promise<void> => {
    const { receiptId, hash } = announcement
    const response = await app.inject({
      method: 'POST',
      url: `/api/portal/${receiptId}/tx`,
      headers: { 'x-portal-token': tokens.write({ merchant, receiptId, isLimited: false }) },
      payload: { txHash: hash },
      remoteAddress: addressOf(by),
    })
    // Too many announcements are refused.
    expect([200, 400, 429], response.body).toContain(response.statusCode)
    if (response.statusCode === 200) announcements.push(announcement)
  }
}

/** Returns a network address of its own for each wallet. */
function addressOf(wallet: Address): string {
  const bytes = Buffer.from(wallet.slice(-6), 'hex')
  return `10.${bytes.join('.')}`
}
