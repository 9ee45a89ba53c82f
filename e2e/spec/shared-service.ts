import type { TestProject } from 'vitest/node'
import { shareService } from '../share-service.js'

/** Without a chain, which takes seconds to start: what is about it brings its own. */
export const setup = (project: TestProject) => shareService(project, { SANDBOX_CHAIN: 'off' })
