import type { Access } from '../../../auth/access.js'
import { requireWallet } from '../../../auth/caller.js'
import { signedIn } from '../../../auth/guards.js'
import { createCountChange } from '../../../auth/limits/count-change.js'
import type { Routes } from '../../../platform/feature.js'
import { Done, ExportedProfile, Heartbeat, ProfileBody, ProfileResponse } from '../schemas.js'
import { exportProfile, getProfile } from './get-profile.js'
import { eraseProfile, putProfile } from './put-profile.js'
import { recordHeartbeat } from './record-heartbeat.js'

const heartbeatSeconds = 60

/** The profile of the signed-in wallet. */
export const profileRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const guard = signedIn()
  const countChange = createCountChange(ctx, { access, limit: 'profile-changes' })

  app.get(
    '/api/users/me',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'Get your profile',
        description:
          'Also while it is private. Then followers and following are zero, because others do not see them. 404 until you create it.',
        response: { 200: ProfileResponse },
      },
    },
    async (request) => ({
      ok: true as const,
      profile: await getProfile(ctx, requireWallet(request)),
    }),
  )

  app.put(
    '/api/users/me',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'Create or change your profile',
        description:
          'A new profile needs `displayName` and `handle`, and is private until you send `isPublic: true`. Later, omitted fields keep their value.',
        body: ProfileBody,
        response: { 200: ProfileResponse },
      },
    },
    async (request) => {
      await countChange(request)
      const wallet = requireWallet(request)
      await putProfile(ctx, { wallet, body: request.body })
      return { ok: true as const, profile: await getProfile(ctx, wallet) }
    },
  )

  app.delete(
    '/api/users/me',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'Delete your profile',
        description:
          'Deletes the profile, picture, presence and follows. The handle stays reserved for 180 days.',
        response: { 200: Done },
      },
    },
    async (request) => {
      await countChange(request)
      await eraseProfile(ctx, requireWallet(request))
      return { ok: true as const }
    },
  )

  app.get(
    '/api/users/me/export',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'Export your profile',
        description: 'Everything in your profile: its fields, the picture, and whom you follow.',
        response: { 200: ExportedProfile },
      },
    },
    async (request) => ({
      ok: true as const,
      exportedAt: ctx.now(),
      ...(await exportProfile(ctx, requireWallet(request))),
    }),
  )

  app.post(
    '/api/users/me/heartbeat',
    {
      config: { outage: 'refuse', guard, stores: 'little' },
      schema: {
        summary: 'Report that you are here',
        description: 'Keeps a public user live for five minutes. Send it once a minute.',
        response: { 200: Heartbeat },
      },
    },
    async (request) => ({
      ok: true as const,
      live: await recordHeartbeat(ctx, requireWallet(request)),
      nextInSeconds: heartbeatSeconds,
    }),
  )
}
