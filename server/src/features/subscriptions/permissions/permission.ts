export type { SpendPermission } from '../../../platform/chain/permission-hash.js'
