import type { TestProject } from 'vitest/node'
import { shareService } from '../share-service.js'

/** With its chain: that is where buyers pay. */
export const setup = (project: TestProject) => shareService(project, {})
