import { personOf } from '../../../auth/caller.js'
import { anyone, signedIn } from '../../../auth/guards.js'
import { signInCookies, userAgentOf } from '../../../auth/sessions/cookies.js'
import { requireDisplayText } from '../../../lib/fields/field-rules.js'
import { checksumAddress } from '../../../lib/hex.js'
import type { Routes } from '../../../platform/feature.js'
import { servePage } from '../../pages/serve-page.js'
import { createRegistrationOptions } from '../../passkeys/registration.js'
import { CreationOptions } from '../../passkeys/schemas.js'
import { listShopNames } from '../../shop/list-shops.js'
import { acceptLink, getOpenLink, joinWithPasskey } from './join.js'
import {
  JoinBody,
  Joined,
  JoinOptionsBody,
  LinkAccepted,
  LinkBody,
  LinkResponse,
} from './schemas.js'

/** Joining a merchant by an invitation link. */
export const linkRoutes: Routes = async (app, { ctx }) => {
  const guard = anyone({ limit: 'sign-in', fromOwnPages: true })

  servePage(app, ctx, {
    path: '/join',
    summary: 'Page on which a person joins with an invitation link',
    name: 'join',
    async render() {
      const { renderJoinPage } = await import('@tallystick/web/join')
      const { mode, chainId } = ctx.config
      return renderJoinPage({ mode, chainId })
    },
  })

  app.post(
    '/api/invitations/link',
    {
      config: { outage: 'refuse', guard, stores: 'nothing' },
      schema: {
        summary: 'Describe an invitation link',
        body: LinkBody,
        response: { 200: LinkResponse },
      },
    },
    async (request) => {
      const link = await getOpenLink(ctx, request.body.token)
      const { merchant, role, name, expiresAt } = link
      const names = await listShopNames(ctx, [merchant])
      const shopName = names.get(merchant) ?? ''
      return {
        ok: true as const,
        invitation: { merchant: checksumAddress(merchant), shopName, role, name, expiresAt },
      }
    },
  )

  app.post(
    '/api/invitations/link/accept',
    {
      config: { outage: 'refuse', guard: signedIn(), stores: 'little' },
      schema: {
        summary: 'Join with an invitation link',
        description: 'For people who are signed in with a wallet or a passkey.',
        body: LinkBody,
        response: { 200: LinkAccepted },
      },
    },
    async (request) => {
      const { merchant, role } = await acceptLink(ctx, {
        token: request.body.token,
        person: personOf(request).id,
        correlationId: request.id,
      })
      return { ok: true as const, merchant: checksumAddress(merchant), role }
    },
  )

  app.post(
    '/api/auth/join/options',
    {
      config: { outage: 'refuse', guard, stores: 'nothing' },
      schema: {
        summary: 'Get the options to join with a new passkey',
        body: JoinOptionsBody,
        response: { 200: CreationOptions },
      },
    },
    async (request) => {
      const { token, name } = request.body
      const { person } = await getOpenLink(ctx, token)
      const options = await createRegistrationOptions(ctx, {
        person,
        userName: requireName(name),
        purpose: 'passkey-join',
        existing: [],
      })
      return { ok: true as const, options: { ...options } }
    },
  )

  app.post(
    '/api/auth/join',
    {
      config: { outage: 'refuse', guard, stores: 'little' },
      schema: {
        summary: 'Join with an invitation link and a new passkey',
        description: 'Creates the passkey and the membership, and signs you in.',
        body: JoinBody,
        response: { 201: Joined },
      },
    },
    async (request, reply) => {
      const { token, response } = request.body
      const name = requireName(request.body.name)
      const joined = await joinWithPasskey(ctx, {
        token,
        name,
        response,
        userAgent: userAgentOf(request),
        correlationId: request.id,
      })
      const { link, csrfToken } = joined
      reply.header('set-cookie', signInCookies(ctx.config, joined))
      return reply.code(201).send({
        ok: true as const,
        id: link.person,
        name,
        merchant: checksumAddress(link.merchant),
        role: link.role,
        csrfToken,
      })
    },
  )
}

function requireName(name: string): string {
  return requireDisplayText('name', name, { maxLength: 64 })
}
