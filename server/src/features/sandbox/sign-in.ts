import { anyone } from '../../auth/guards.js'
import { upsertMember } from '../../auth/merchants/member-store.js'
import { type PersonId, walletOf } from '../../auth/person-id.js'
import type { Role } from '../../auth/roles.js'
import { signInCookies, userAgentOf } from '../../auth/sessions/cookies.js'
import { checksumAddress } from '../../lib/hex.js'
import { type Context, inTransaction } from '../../platform/context.js'
import type { Routes } from '../../platform/feature.js'
import { type SignedIn, startSession } from '../sessions/session.js'
import { demoMerchant } from './demo-wallets.js'
import { DemoSignedIn, DemoSignInBody } from './schemas.js'

/** Sign-in without a wallet, in a sandbox only. */
export const signInRoutes: Routes = async (app, { ctx }) => {
  if (!ctx.sandbox) return

  app.post(
    '/api/sandbox/sign-in',
    {
      config: {
        outage: 'refuse',
        guard: anyone({ limit: 'sign-in', fromOwnPages: true }),
        stores: 'little',
      },
      schema: {
        summary: 'Sign in at the demo merchant',
        description: 'Sets the cookies of a sign-in. People other than the owner have no wallet.',
        body: DemoSignInBody,
        response: { 200: DemoSignedIn },
      },
    },
    async (request, reply) => {
      const { role } = request.body
      const { person, token, csrfToken } = await signInAsDemo(ctx, {
        role,
        userAgent: userAgentOf(request),
        correlationId: request.id,
      })
      const wallet = walletOf(person)
      reply.header('set-cookie', signInCookies(ctx.config, { token, csrfToken }))
      return {
        ok: true as const,
        merchant: checksumAddress(demoMerchant.address),
        role,
        wallet: wallet && checksumAddress(wallet),
        csrfToken,
      }
    },
  )
}

/**
 * Signs in at the demo merchant with a role, without a wallet. Everyone who may open a sandbox may
 * do that: its secrets are public.
 */
async function signInAsDemo(
  ctx: Context,
  { role, userAgent, correlationId }: { role: Role; userAgent: string; correlationId: string },
): Promise<SignedIn & { person: PersonId }> {
  const merchant = demoMerchant.address
  const person: PersonId = role === 'owner' ? merchant : `psn_demo${role}`
  return inTransaction(ctx, async (inTx) => {
    if (role !== 'owner') await upsertMember(inTx.db, { merchant, person, role, at: ctx.now() })
    return { person, ...(await startSession(inTx, { person, userAgent, correlationId })) }
  })
}
