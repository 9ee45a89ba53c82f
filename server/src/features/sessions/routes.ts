import type { Access } from '../../auth/access.js'
import { personOf } from '../../auth/caller.js'
import { anyone, signedIn } from '../../auth/guards.js'
import { showPerson } from '../../auth/person-id.js'
import { findPersonName } from '../../auth/person-store.js'
import { isOperator, listRights } from '../../auth/roles.js'
import { signInCookies, signOutCookies, userAgentOf } from '../../auth/sessions/cookies.js'
import { createNonce } from '../../auth/sessions/nonce.js'
import { listSessions } from '../../auth/sessions/session-store.js'
import type { Person } from '../../auth/sessions/sessions.js'
import { createSiwxChallenge } from '../../auth/siwx/challenge.js'
import { invalidInput } from '../../lib/errors.js'
import { checksumAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import type { Routes } from '../../platform/feature.js'
import { optionalBody } from '../../platform/http/schemas.js'
import { findStart } from '../../platform/live-changes/live-change-store.js'
import { formatLiveCursor } from '../../platform/live-changes/live-cursor.js'
import { listShopNames } from '../shop/list-shops.js'
import {
  Challenge,
  ChallengeQuery,
  Me,
  Nonce,
  SessionEnded,
  SessionParams,
  Sessions,
  SignedIn,
  SignedOut,
  SignInBody,
  SignOutBody,
  SteppedUp,
  StepUpBody,
} from './schemas.js'
import { endSession, signOut } from './session.js'
import { type Proof, type SignedProof, signIn, stepUp } from './sign-in.js'

/** A person who signs in often has more, but these are the ones in use. */
const maxListed = 100

/** Sign-in and sign-out with a wallet, and the sessions of a person. */
export const sessionRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const counting = { limiter: access.limiter, config: ctx.config }
  const { hashNetwork } = access

  app.get(
    '/api/auth/nonce',
    {
      config: { outage: 'unaffected', guard: anyone({ limit: 'sign-in' }) },
      schema: { summary: 'Create a sign-in nonce', response: { 200: Nonce } },
    },
    async () => createNonce(ctx, 'sign-in-nonce'),
  )

  app.get(
    '/api/auth/challenge',
    {
      config: { outage: 'unaffected', guard: anyone({ limit: 'sign-in' }), allowsAnyOrigin: true },
      schema: {
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
        userAgent: userAgentOf(request),
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

  app.post(
    '/api/auth/step-up',
    {
      config: { outage: 'refuse', guard: signedIn(), stores: 'little' },
      schema: {
        summary: 'Confirm your identity',
        description:
          'Sensitive changes require a sign-in or a step-up within the last five minutes, and otherwise return `step_up_required`.',
        body: StepUpBody,
        response: { 200: SteppedUp },
      },
    },
    async (request) => {
      await stepUp(ctx, {
        person: personOf(request),
        proof: readProof(request.body, access.contractChecks.forAddress(request.ip)),
        correlationId: request.id,
      })
      return { ok: true as const }
    },
  )

  app.get(
    '/api/sessions',
    {
      config: { outage: 'refuse', guard: signedIn() },
      schema: { summary: 'List your active sessions', response: { 200: Sessions } },
    },
    async (request) => {
      const { id: person, sessionId } = personOf(request)
      const sessions = await listSessions(ctx.db, { person, now: ctx.now(), limit: maxListed })
      return {
        ok: true as const,
        sessions: sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId })),
      }
    },
  )

  app.delete(
    '/api/sessions/:id',
    {
      config: { outage: 'refuse', guard: signedIn() },
      schema: {
        summary: 'End one of your sessions',
        params: SessionParams,
        response: { 200: SessionEnded },
      },
    },
    async (request) => {
      const { id } = request.params
      await endSession(ctx, { person: personOf(request), id, correlationId: request.id })
      return { ok: true as const, id, ended: true as const }
    },
  )

  app.get(
    '/api/auth/me',
    {
      config: { outage: 'refuse', guard: signedIn() },
      schema: { summary: 'Get the signed-in person', response: { 200: Me } },
    },
    async (request) => describePerson(ctx, personOf(request)),
  )
}

/**
 * Reads the proof of a step-up.
 *
 * @throws {AppError} `invalid_input` when there is none, or more than one.
 */
function readProof(
  { message, signature, passkey }: StepUpBody,
  runContractCheck: SignedProof['runContractCheck'],
): Proof {
  const isSigned = message !== undefined && signature !== undefined
  const isPartlySigned = message !== undefined || signature !== undefined
  if (passkey && !isPartlySigned) return { passkey }
  if (isSigned && !passkey) {
    return { message, signature: signature as `0x${string}`, runContractCheck }
  }
  throw invalidInput('Send either message and signature of your wallet, or passkey.')
}

/** Returns a signed-in person and the merchants they can act for. */
async function describePerson(ctx: Context, person: Person) {
  const { id, wallet, memberships, csrfToken } = person
  const merchants = memberships.map(({ merchant }) => merchant)
  const [names, liveStart] = await Promise.all([
    listShopNames(ctx, merchants),
    findStart(ctx.db, merchants),
  ])
  return {
    ok: true as const,
    id: showPerson(id),
    wallet: wallet && checksumAddress(wallet),
    name: wallet ? null : await findPersonName(ctx.db, id),
    merchants: memberships.map(({ merchant, role }) => ({
      wallet: checksumAddress(merchant),
      name: names.get(merchant) ?? '',
      role,
      rights: listRights(role),
    })),
    isOperator: wallet !== null && isOperator(ctx.config, wallet),
    csrfToken,
    liveCursor: liveStart && formatLiveCursor(liveStart),
  }
}
