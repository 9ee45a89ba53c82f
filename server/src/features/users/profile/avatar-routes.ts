import type { FastifyReply } from 'fastify'
import type { Access } from '../../../auth/access.js'
import { requireWallet } from '../../../auth/caller.js'
import { anyone, signedIn } from '../../../auth/guards.js'
import { createCountChange } from '../../../auth/limits/count-change.js'
import { AppError } from '../../../lib/errors.js'
import type { Routes } from '../../../platform/feature.js'
import { limits } from '../../../platform/limits/limits.js'
import { AvatarBody, AvatarImage, AvatarParams, Done, ProfileResponse } from '../schemas.js'
import { findAvatarHash, isPublicAvatar } from './avatar-store.js'
import { type Avatar, findAvatar, getProfile } from './get-profile.js'
import { putAvatar, removeAvatar } from './put-profile.js'

/** Keeps the picture from running anything wherever it is opened. */
const picturePolicy = "default-src 'none'; sandbox"

/** The pictures of users. */
export const avatarRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const countChange = createCountChange(ctx, { access, limit: 'profile-changes' })

  app.put(
    '/api/users/me/avatar',
    {
      bodyLimit: limits['avatar-bodies'].max.request,
      config: { outage: 'refuse', guard: signedIn() },
      schema: {
        summary: 'Change your picture',
        description: 'The content must match the declared type. SVG is refused.',
        body: AvatarBody,
        response: { 200: ProfileResponse },
      },
    },
    async (request) => {
      await countChange(request)
      const wallet = requireWallet(request)
      await putAvatar(ctx, { wallet, image: request.body.image })
      return { ok: true as const, profile: await getProfile(ctx, wallet) }
    },
  )

  app.delete(
    '/api/users/me/avatar',
    {
      config: { outage: 'refuse', guard: signedIn() },
      schema: { summary: 'Delete your picture', response: { 200: Done } },
    },
    async (request) => {
      await countChange(request)
      const wallet = requireWallet(request)
      await removeAvatar(ctx, wallet)
      return { ok: true as const }
    },
  )

  app.get(
    '/api/users/me/avatar',
    {
      config: { outage: 'refuse', guard: signedIn() },
      schema: {
        summary: 'Get your picture',
        description: 'Also while your profile is private.',
        response: { 200: AvatarImage },
      },
    },
    async (request, reply) =>
      sendPicture(
        reply,
        await findAvatar(ctx, await findAvatarHash(ctx.db, requireWallet(request))),
      ),
  )

  app.get(
    '/api/users/avatars/:hash',
    {
      config: { outage: 'refuse', guard: anyone() },
      schema: {
        summary: 'Get the picture of a public user',
        params: AvatarParams,
        response: { 200: AvatarImage },
      },
    },
    async (request, reply) => {
      const { hash } = request.params
      const avatar = (await isPublicAvatar(ctx.db, hash)) ? await findAvatar(ctx, hash) : null
      if (avatar) reply.header('cache-control', 'public, max-age=31536000, immutable')
      return sendPicture(reply, avatar)
    },
  )
}

/** @throws {AppError} `not_found`. */
function sendPicture(reply: FastifyReply, avatar: Avatar | null) {
  if (!avatar) throw new AppError('not_found', 'There is no such picture.')
  return reply
    .headers({
      'content-security-policy': picturePolicy,
      'cross-origin-resource-policy': 'cross-origin',
    })
    .type(avatar.type)
    .send(avatar.content)
}
