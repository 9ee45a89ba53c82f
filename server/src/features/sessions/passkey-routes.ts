import { personOf } from '../../auth/caller.js'
import { anyone, signedIn } from '../../auth/guards.js'
import { showPerson, walletOf } from '../../auth/person-id.js'
import { signInCookies, userAgentOf } from '../../auth/sessions/cookies.js'
import { checksumAddress } from '../../lib/hex.js'
import { inTransaction } from '../../platform/context.js'
import type { Routes } from '../../platform/feature.js'
import { RequestOptions } from '../passkeys/schemas.js'
import { createAssertionOptions, usePasskey } from '../passkeys/use-passkey.js'
import { PasskeySignedIn, PasskeySignInBody } from './schemas.js'
import { startSession } from './session.js'

/** Sign-in with a passkey. */
export const passkeySignInRoutes: Routes = async (app, { ctx }) => {
  const guard = anyone({ limit: 'sign-in', fromOwnPages: true })

  app.post(
    '/api/auth/passkey/options',
    {
      config: { outage: 'unaffected', guard, stores: 'nothing' },
      schema: {
        summary: 'Get the options to sign in with a passkey',
        description: 'No user name is needed: the browser offers the passkeys of this site.',
        response: { 200: RequestOptions },
      },
    },
    async () => {
      const purpose = 'passkey-sign-in'
      const options = await createAssertionOptions(ctx, { purpose, person: null })
      return { ok: true as const, options: { ...options } }
    },
  )

  app.post(
    '/api/auth/passkey',
    {
      config: { outage: 'refuse', guard, stores: 'little' },
      schema: {
        summary: 'Sign in with a passkey',
        body: PasskeySignInBody,
        response: { 200: PasskeySignedIn },
      },
    },
    async (request, reply) => {
      const { response } = request.body
      const correlationId = request.id
      const purpose = 'passkey-sign-in'
      const person = await usePasskey(ctx, { response, purpose, person: null, correlationId })
      const userAgent = userAgentOf(request)
      const { token, csrfToken } = await inTransaction(ctx, (inTx) =>
        startSession(inTx, { person, userAgent, correlationId }),
      )
      reply.header('set-cookie', signInCookies(ctx.config, { token, csrfToken }))
      const wallet = walletOf(person)
      return {
        ok: true as const,
        id: showPerson(person),
        wallet: wallet && checksumAddress(wallet),
        csrfToken,
      }
    },
  )

  app.post(
    '/api/auth/step-up/options',
    {
      config: { outage: 'refuse', guard: signedIn(), stores: 'nothing' },
      schema: {
        summary: 'Get the options to confirm your identity with a passkey',
        response: { 200: RequestOptions },
      },
    },
    async (request) => {
      const purpose = 'passkey-step-up'
      const { id: person } = personOf(request)
      const options = await createAssertionOptions(ctx, { purpose, person })
      return { ok: true as const, options: { ...options } }
    },
  )
}
