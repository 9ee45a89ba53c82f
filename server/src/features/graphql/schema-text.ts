/** The GraphQL schema, in its schema language. */
export const schemaText = `"""Milliseconds since 1970 (UTC)."""
scalar UnixMs

"""A value that users are ranked by."""
enum Metric {
  XP
  SALES
  PURCHASES
  "Over all time only."
  FOLLOWERS
}

"""UTC days, including today."""
enum Window {
  ALL
  DAYS_30
  DAYS_7
}

enum FollowDirection {
  FOLLOWERS
  FOLLOWING
}

type Metrics {
  followers: Int!
  following: Int!
  sales: Int!
  purchases: Int!
}

"""A public user."""
type User {
  id: ID!
  wallet: String!
  displayName: String!
  handle: String!
  bio: String!
  avatarUrl: String
  xp: Int!
  level: Int!
  "Whether the user was seen in the last five minutes."
  live: Boolean!
  metrics: Metrics!
  joinedAt: UnixMs!
  lastSeenAt: UnixMs
  "Public followers, the newest first."
  followers(limit: Int = 20, offset: Int = 0): [User!]
  "Public users whom this user follows, the newest first."
  following(limit: Int = 20, offset: Int = 0): [User!]
}

type LeaderboardEntry {
  rank: Int!
  value: Int!
  user: User!
}

"""Your own profile."""
type Profile {
  id: ID!
  wallet: String!
  displayName: String!
  handle: String!
  bio: String!
  isPublic: Boolean!
}

input ProfileInput {
  displayName: String
  handle: String
  bio: String
  isPublic: Boolean
}

type Query {
  "Finds a public user by handle or wallet. Null for private and unknown users."
  user(handle: String, wallet: String): User
  "Lists the follows of a public user, the newest first. Empty for private and unknown users."
  follows(handle: String, wallet: String, direction: FollowDirection = FOLLOWING, limit: Int = 20, offset: Int = 0): [User!]
  "Lists the public users who are live, the last seen first."
  liveUsers(limit: Int = 20): [User!]
  "Lists the public users with the highest values, the highest first."
  leaderboard(metric: Metric = XP, window: Window = ALL, limit: Int = 20): [LeaderboardEntry!]
}

"""For signed-in people. Keys cannot run mutations."""
type Mutation {
  "Creates or changes your profile. Omitted fields keep their value; a new profile needs displayName and handle."
  updateProfile(input: ProfileInput!): Profile
  "Follows a public user."
  follow(handle: String!): Boolean
  "Unfollows a user."
  unfollow(handle: String!): Boolean
  "Reports that you are here. Returns whether others see you as live."
  heartbeat: Boolean
}
`
