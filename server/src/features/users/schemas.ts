import { type Static, Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'
import { orNull } from '../../platform/http/schemas.js'

const optionalText = (description: string) => Type.Optional(Type.String({ description }))
const UnixMs = Type.Integer({ description: 'Unix ms' })

const UserMetrics = Type.Object(
  {
    followers: Type.Integer({ description: 'Public users who follow this user' }),
    following: Type.Integer({ description: 'Public users whom this user follows' }),
    sales: Type.Integer({ description: 'Receipts sold and paid on chain, without refunded ones' }),
    purchases: Type.Integer({ description: 'Receipts paid on chain, without refunded ones' }),
  },
  { title: 'UserMetrics' },
)

const userFields = {
  id: Type.String(),
  wallet: Type.String({ description: 'Checksummed address' }),
  displayName: Type.String(),
  handle: Type.String(),
  bio: Type.String(),
  avatarUrl: orNull(
    Type.String({ description: 'Changes with the picture, so clients can cache it forever' }),
  ),
  xp: Type.Integer(),
  level: Type.Integer({ description: 'Level n takes 100 * (n - 1)^2 XP' }),
  live: Type.Boolean({ description: 'Whether the user was seen in the last five minutes' }),
  metrics: UserMetrics,
  joinedAt: UnixMs,
  lastSeenAt: orNull(UnixMs),
}

const User = Type.Object(userFields, { title: 'User', description: 'A public user' })

export const UserSearchQuery = Type.Object({
  q: optionalText(
    'Search words. Each must begin a word of the display name or handle, or the wallet, ignoring case and accents.',
  ),
  xpMin: integerText('Minimum XP'),
  xpMax: integerText('Maximum XP'),
  metric: optionalText(
    'followers, following, sales or purchases; filtered by metricMin and metricMax',
  ),
  metricMin: integerText('Minimum value of the metric'),
  metricMax: integerText('Maximum value of the metric'),
  sort: optionalText('xp (default), createdAt or name'),
  order: optionalText('asc or desc; default desc, and asc for names'),
  limit: integerText('1 to 100, default 20', { minimum: 1, maximum: 100, default: 20 }),
  offset: integerText('Number of users to skip, at most 10,000, default 0', {
    minimum: 0,
    maximum: 10_000,
    default: 0,
  }),
})
export type UserSearchQuery = Static<typeof UserSearchQuery>

export const UserPage = Type.Object(
  {
    ok: Type.Literal(true),
    users: Type.Array(User),
    meta: Type.Object(
      {
        total: Type.Integer({ description: 'Number of matches, counted up to 1,000' }),
        limit: Type.Integer(),
        offset: Type.Integer(),
      },
      { title: 'UserPageMeta' },
    ),
  },
  { title: 'UserPage' },
)

export const LiveUsersQuery = Type.Object({
  limit: integerText('1 to 100, default 20', { minimum: 1, maximum: 100, default: 20 }),
})

export const LiveUsers = Type.Object(
  {
    ok: Type.Literal(true),
    users: Type.Array(User, { description: 'The last seen first' }),
    updatedAt: UnixMs,
  },
  { title: 'LiveUsers' },
)

const Profile = Type.Object(
  {
    ...userFields,
    isPublic: Type.Boolean({ description: 'Whether others can find and see the profile' }),
    hasAvatar: Type.Boolean(),
  },
  { title: 'Profile', description: 'A profile as its owner sees it' },
)

export const ProfileResponse = Type.Object(
  { ok: Type.Literal(true), profile: Profile },
  { title: 'ProfileResponse' },
)

export const ProfileBody = Type.Object(
  {
    displayName: Type.Optional(Type.String({ description: '1 to 50 characters' })),
    handle: Type.Optional(
      Type.String({
        description:
          '3 to 30 letters, digits and underscores. Unique: handles that look alike are refused. A former one stays reserved for you for 180 days.',
      }),
    ),
    bio: Type.Optional(Type.String({ description: 'At most 160 characters' })),
    isPublic: Type.Optional(Type.Boolean({ description: 'A new profile is private by default' })),
  },
  { title: 'ProfileBody', description: 'A new profile needs `displayName` and `handle`.' },
)
export type ProfileBody = Static<typeof ProfileBody>

export const AvatarBody = Type.Object({
  image: Type.String({
    description: 'A data URI with a PNG, JPEG, WebP, GIF or AVIF image of at most 32,768 bytes',
  }),
})

export const AvatarParams = Type.Object({
  hash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the picture' }),
})

const picture = { schema: Type.Unsafe<Buffer>(Type.String({ format: 'binary' })) }

export const AvatarImage = {
  description: 'The picture',
  content: {
    'image/png': picture,
    'image/jpeg': picture,
    'image/webp': picture,
    'image/gif': picture,
  },
}

export const Heartbeat = Type.Object(
  {
    ok: Type.Literal(true),
    live: Type.Boolean({ description: 'Whether others see you as live. False for private users.' }),
    nextInSeconds: Type.Integer({ description: 'When to send the next heartbeat' }),
  },
  { title: 'Heartbeat' },
)

export const HandleParams = Type.Object({ handle: Type.String({ maxLength: 60 }) })

export const Following = Type.Object(
  { ok: Type.Literal(true), following: Type.Boolean() },
  { title: 'Following' },
)

export const FollowedQuery = Type.Object({
  limit: integerText('1 to 100, default 20', { minimum: 1, maximum: 100, default: 20 }),
  offset: integerText('Number of users to skip, default 0', { minimum: 0, default: 0 }),
})

export const FollowedUsers = Type.Object(
  { ok: Type.Literal(true), users: Type.Array(User) },
  { title: 'FollowedUsers' },
)

export const ExportedProfile = Type.Object(
  {
    ok: Type.Literal(true),
    exportedAt: UnixMs,
    profile: Profile,
    avatar: orNull(Type.String({ description: 'The picture as a data URI' })),
    following: Type.Array(
      Type.Object(
        { wallet: Type.String(), handle: Type.String(), displayName: Type.String() },
        { title: 'FollowedUser' },
      ),
      { description: 'The newest follow first' },
    ),
  },
  { title: 'ExportedProfile' },
)

export const Done = Type.Object({ ok: Type.Literal(true) }, { title: 'Done' })
