import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'

/** A profile as its owner sees it. */
export type Profile = {
  id: string
  wallet: Address
  handle: string
  displayName: string
  bio: string
  isPublic: boolean
  avatarHash: string | null
  createdAt: UnixMs
  updatedAt: UnixMs
}
