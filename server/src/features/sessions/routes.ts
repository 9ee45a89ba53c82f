import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Access } from '../../auth/access.js'
import { personOf } from '../../auth/caller.js'
import { anyone, signedIn } from '../../auth/guards.js'
import { isOperator } from '../../auth/roles.js'
import { signInCookies, signOutCookies } from '../../auth/sessions/cookies.js'
import { createNonce } from '../../auth/sessions/nonce.js'
import type { Person } from '../../auth/sessions/sessions.js'
import { createSiwxChallenge } from '../../auth/siwx/challenge.js'
import { checksumAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { optionalBody } from '../../platform/http/schemas.js'
import { listShopNames } from '../shop/list-shops.js'
import {
  Challenge,
  ChallengeQuery,
  Me,
  Nonce,
  SignedIn,
  SignedOut,
  SignInBody,
  SignOutBody,
} from './schemas.js'
import { signIn, signOut } from './sign-in.js'

/** Sign-in and sign-out with a wallet. */
export const sessionRoutes: FastifyPluginAsyncTypebox<{ ctx: Context; access: Access }> = async (
  app,
  { ctx, access },
) => {
  const counting = { limiter: access.limiter, config: ctx.config }
  const { hashNetwork } = access

  app.get(
    '/api/auth/nonce',
    {
      config: { outage: 'unaffected', guard: anyone({ limit: 'sign-in' }) },
      schema: { tags: ['sessions'], summary: 'Create a sign-in nonce', response: { 200: Nonce } },
    },
    async () => createNonce(ctx, 'sign-in-nonce'),
  )

  app.get(
    '/api/auth/challenge',
    {
      config: { outage: 'unaffected', guard: anyone({ limit: 'sign-in' }), allowsAnyOrigin: true },
      schema: {
        tags: ['sessions'],
        summary: 'Create a challenge for a SIGN-IN-WITH-X proof',
        description:
          'A proof is for one request to the resource at `path`. Resources that require one also send a challenge with status 401.',
        querystring: ChallengeQuery,
        response: { 200: Challenge },
      },
    },
    async ({ query }) => ({ extensions: createSiwxChallenge(ctx, query.path) }),
  )

  app.post(
    '/api/auth/login',
    {
      config: {
        outage: 'refuse',
        guard: anyone({ limit: 'sign-in', fromOwnPages: true }),
        stores: 'little',
      },
      schema: {
        tags: ['sessions'],
        summary: 'Sign in with a wallet',
        description:
          "Creates the wallet's merchant, unless the wallet is a member of one or `asBuyer` is true. Invitations stay open.",
        body: SignInBody,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      const { message, signature, asBuyer = false } = request.body
      const { wallet, token, csrfToken } = await signIn(ctx, {
        message,
        signature: signature as `0x${string}`,
        asBuyer,
        counting,
        network: hashNetwork(request.ip),
        correlationId: request.id,
        runContractCheck: access.contractChecks.forAddress(request.ip),
      })
      reply.header('set-cookie', signInCookies(ctx.config, { token, csrfToken }))
      return { ok: true as const, wallet: checksumAddress(wallet), csrfToken }
    },
  )

  app.post(
    '/api/auth/logout',
    {
      config: { outage: 'refuse', guard: signedIn(), stores: 'little' },
      schema: {
        tags: ['sessions'],
        summary: 'Sign out',
        body: optionalBody(SignOutBody),
        response: { 200: SignedOut },
      },
    },
    async (request, reply) => {
      await signOut(ctx, {
        person: personOf(request),
        everywhere: request.body?.everywhere ?? false,
        correlationId: request.id,
      })
      reply.header('set-cookie', signOutCookies(ctx.config))
      return { ok: true as const }
    },
  )

  app.get(
    '/api/auth/me',
    {
      config: { outage: 'refuse', guard: signedIn() },
      schema: { tags: ['sessions'], summary: 'Get the signed-in person', response: { 200: Me } },
    },
    async (request) => describePerson(ctx, personOf(request)),
  )
}

/** Returns a signed-in person and the merchants they can act for. */
async function describePerson(ctx: Context, person: Person) {
  const { wallet, memberships, csrfToken } = person
  const names = await listShopNames(
    ctx,
    memberships.map(({ merchant }) => merchant),
  )
  return {
    ok: true as const,
    wallet: checksumAddress(wallet),
    merchants: memberships.map(({ merchant, role }) => ({
      wallet: checksumAddress(merchant),
      name: names.get(merchant) ?? '',
      role,
    })),
    isOperator: isOperator(ctx.config, wallet),
    csrfToken,
  }
}
