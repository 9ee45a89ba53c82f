import type { Feature } from '../../platform/feature.js'
import { forgetFirmHolds } from './firm-holds.js'

export const holdsFeature: Feature = { jobs: [forgetFirmHolds] }
