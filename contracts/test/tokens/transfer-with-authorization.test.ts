import { describeAuthorization } from './authorization.suite.js'

describeAuthorization('TransferWithAuthorization', { thirdPartyError: undefined })
