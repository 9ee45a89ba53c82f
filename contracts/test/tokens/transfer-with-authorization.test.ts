import { describeAuthorization } from './authorization.suite.js'

describeAuthorization('TransferWithAuthorization', { strangerError: undefined })
