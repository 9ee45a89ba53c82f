import { type Static, Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'
import {
  boolean,
  integer,
  namedObject,
  okResponse,
  orNull,
  text,
} from '../../platform/http/schemas.js'

const optionalText = (description: string) => Type.Optional(Type.String({ description }))
const UnixMs = integer('Unix ms')

const UserMetrics = namedObject('UserMetrics', {
  followers: integer('Public users who follow this user'),
  following: integer('Public users whom this user follows'),
  sales: integer('Receipts sold and paid on chain, without refunded ones'),
  purchases: integer('Receipts paid on chain, without refunded ones'),
})

const userFields = {
  id: Type.String(),
  wallet: text('Checksummed address'),
  displayName: Type.String(),
  handle: Type.String(),
  bio: Type.String(),
  avatarUrl: orNull(text('Changes with the picture, so clients can cache it forever')),
  xp: Type.Integer(),
  level: integer('Level n takes 100 * (n - 1)^2 XP'),
  live: boolean('Whether the user was seen in the last five minutes'),
  metrics: UserMetrics,
  joinedAt: UnixMs,
  lastSeenAt: orNull(UnixMs),
}

const User = namedObject('User', userFields, { description: 'A public user' })

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

export const UserPage = okResponse('UserPage', {
  users: Type.Array(User),
  meta: namedObject('UserPageMeta', {
    total: integer('Number of matches, counted up to 1,000'),
    limit: Type.Integer(),
    offset: Type.Integer(),
  }),
})

export const LiveUsersQuery = Type.Object({
  limit: integerText('1 to 100, default 20', { minimum: 1, maximum: 100, default: 20 }),
})

export const LiveUsers = okResponse('LiveUsers', {
  users: Type.Array(User, { description: 'The last seen first' }),
  updatedAt: UnixMs,
})

const Profile = namedObject(
  'Profile',
  {
    ...userFields,
    isPublic: boolean('Whether others can find and see the profile'),
    hasAvatar: Type.Boolean(),
  },
  { description: 'A profile as its owner sees it' },
)

export const ProfileResponse = okResponse('ProfileResponse', { profile: Profile })

export const ProfileBody = namedObject(
  'ProfileBody',
  {
    displayName: Type.Optional(text('1 to 50 characters')),
    handle: Type.Optional(
      text(
        '3 to 30 letters, digits and underscores. Unique: handles that look alike are refused. A former one stays reserved for you for 180 days.',
      ),
    ),
    bio: Type.Optional(text('At most 160 characters')),
    isPublic: Type.Optional(boolean('A new profile is private by default')),
  },
  { description: 'A new profile needs `displayName` and `handle`.' },
)
export type ProfileBody = Static<typeof ProfileBody>

export const AvatarBody = Type.Object({
  image: text('A data URI with a PNG, JPEG, WebP, GIF or AVIF image of at most 32,768 bytes'),
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

export const Heartbeat = okResponse('Heartbeat', {
  live: boolean('Whether others see you as live. False for private users.'),
  nextInSeconds: integer('When to send the next heartbeat'),
})

export const HandleParams = Type.Object({ handle: Type.String({ maxLength: 60 }) })

export const Following = okResponse('Following', { following: Type.Boolean() })

export const FollowedQuery = Type.Object({
  limit: integerText('1 to 100, default 20', { minimum: 1, maximum: 100, default: 20 }),
  offset: integerText('Number of users to skip, default 0', { minimum: 0, default: 0 }),
})

export const FollowedUsers = okResponse('FollowedUsers', { users: Type.Array(User) })

export const ExportedProfile = okResponse('ExportedProfile', {
  exportedAt: UnixMs,
  profile: Profile,
  avatar: orNull(text('The picture as a data URI')),
  following: Type.Array(
    namedObject('FollowedUser', {
      wallet: Type.String(),
      handle: Type.String(),
      displayName: Type.String(),
    }),
    { description: 'The newest follow first' },
  ),
})

export const Done = namedObject('Done', { ok: Type.Literal(true) })
