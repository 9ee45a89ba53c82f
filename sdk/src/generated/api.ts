// Generated from server/openapi.json: npm run generate

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Start page
         * @description Start page. Anyone may call it.
         */
        get: operations["getStart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/did.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the public key of signed offers and receipts, as a DID document
         * @description Get the public key of signed offers and receipts, as a DID document. Anyone may call it.
         */
        get: operations["getWellKnownDidJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/x402": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the routes that take an x402 payment
         * @description List the routes that take an x402 payment. Anyone may call it.
         */
        get: operations["getWellKnownX402"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/journal/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the quarantined records of the journal, newest first
         * @description Requests that were accepted while the database was unavailable, and conflict with it or are damaged. See docs/degraded-mode.md. Requires the session of an operator.
         */
        get: operations["getAdminJournalQuarantine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/journal/quarantine/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a quarantined record of the journal
         * @description Fails with `conflict` while the reason persists. Requires the session of an operator.
         */
        post: operations["postAdminJournalQuarantineRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/listings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List shops whose listing waits for review
         * @description List shops whose listing waits for review. Requires the session of an operator.
         */
        get: operations["getAdminListings"];
        put?: never;
        /**
         * Approve or reject a listing
         * @description The decision lasts until the shop changes its name or slug. Send both as you have seen them: if the shop has changed them, the response is 409. Requires the session of an operator.
         */
        post: operations["postAdminListings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/merchants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List and search merchants, newest first
         * @description `plan` is the best plan in force. A merchant without an owner waits to be claimed with its key. Requires the session of an operator.
         */
        get: operations["getAdminMerchants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/merchants/{wallet}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a merchant with its plans
         * @description Get a merchant with its plans. Requires the session of an operator.
         */
        get: operations["getAdminMerchantsWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/merchants/{wallet}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the limits of a merchant
         * @description Get the limits of a merchant. Requires the session of an operator.
         */
        get: operations["getAdminMerchantsWalletLimits"];
        /**
         * Change the limits of a merchant
         * @description Sets the named limits, which replace those of the platform within two seconds. Null removes one. Names are those of docs/limits.md that count per merchant or subscription. Repeating it changes nothing. Requires the session of an operator.
         */
        put: operations["putAdminMerchantsWalletLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/merchants/{wallet}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the plan of a merchant
         * @description Sets the plan that has no end. Plans that the merchant has paid for keep their time. Repeating it changes nothing. Requires the session of an operator.
         */
        post: operations["postAdminMerchantsWalletPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/merchants/{wallet}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the suspension of a merchant
         * @description Its subscriptions are charged for their current period; periods that ended are skipped. Repeating it changes nothing. Requires the session of an operator.
         */
        post: operations["postAdminMerchantsWalletResume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/merchants/{wallet}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a merchant
         * @description Its keys and staff can read but not write, its shop is not listed, and its subscriptions are not charged. Payments on the way still settle. Repeating it changes nothing. Requires the session of an operator.
         */
        post: operations["postAdminMerchantsWalletSuspend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/relayer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the balances, gas budgets and queue of the relayers
         * @description Balances come from the chain, and `relayers` is null when it does not respond within two seconds. Budgets and queue come from the database. Requires the session of an operator.
         */
        get: operations["getAdminRelayer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/volume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the volume and the fees of the platform by day and asset
         * @description From the ledger of all merchants. Requires the session of an operator.
         */
        get: operations["getAdminVolume"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the failed webhook deliveries of all merchants, newest first
         * @description Deliveries whose attempts are used up. They are kept for 30 days; until then you can send them again. Requires the session of an operator.
         */
        get: operations["getAdminWebhooksFailed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/failed/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook delivery again
         * @description With the same body and signature. Requires the session of an operator.
         */
        post: operations["postAdminWebhooksFailedRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit log entries
         * @description List audit log entries. Requires a session with the right `audit:read`.
         */
        get: operations["getAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Create a challenge for a SIGN-IN-WITH-X proof
         * @description A proof is for one request to the resource at `path`. Resources that require one also send a challenge with status 401. Anyone may call it.
         */
        get: operations["getAuthChallenge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a wallet
         * @description Creates the wallet's merchant, unless the wallet is a member of one or `asBuyer` is true. Invitations stay open. Anyone may call it.
         */
        post: operations["postAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Sign out. Requires a session.
         */
        post: operations["postAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed-in person
         * @description Get the signed-in person. Requires a session.
         */
        get: operations["getAuthMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/nonce": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Create a sign-in nonce
         * @description Create a sign-in nonce. Anyone may call it.
         */
        get: operations["getAuthNonce"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the remaining time of the plan
         * @description Returns zeros with `degraded: true` while the database is unavailable, with status 200. Requires a developer key, or a session with the right `shop:read`.
         */
        get: operations["getBillingBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the limits in force and their use
         * @description Lists the limits of every plan, and those that count for the merchant as a whole. Limits per network address are in docs/limits.md. Requires a developer key, or a session with the right `shop:read`.
         */
        get: operations["getBillingLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the chain and of outgoing transactions
         * @description Get the state of the chain and of outgoing transactions. Requires the session of an operator.
         */
        get: operations["getChain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chain/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List outgoing transactions, newest first
         * @description List outgoing transactions, newest first. Requires the session of an operator.
         */
        get: operations["getChainTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cron/charge-subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Charge all due subscriptions
         * @description The service does this by itself every minute. A second call charges nothing twice. Requires the secret of the scheduler.
         */
        post: operations["postCronChargeSubscriptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/shops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the listed shops
         * @description Search the listed shops. Anyone may call it.
         */
        get: operations["getDirectoryShops"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/shops/{slug}/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the product feed of a listed shop
         * @description Its field names are those of common product feeds. Send If-None-Match with the ETag of a page you have. Anyone may call it.
         */
        get: operations["getDirectoryShopsSlugFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/shops/{slug}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the items of a listed shop
         * @description Redirects to the current slug if the shop had this one in the last 180 days. Anyone may call it.
         */
        get: operations["getDirectoryShopsSlugItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/shops/{slug}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Order at a listed shop
         * @description Needs no key, for use on the shop's own page. The shop's settings determine the tax, the allowed jurisdictions and the sites that returnUrl may lead to. The stock must be free, but is held only when the payment starts: the first to pay gets it. A network address may have 10 unpaid orders of the last hour at a shop. Anyone may call it.
         */
        post: operations["postDirectoryShopsSlugOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/shops/{slug}/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote an order at a listed shop
         * @description Quote an order at a listed shop. Anyone may call it.
         */
        post: operations["postDirectoryShopsSlugQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events, oldest first
         * @description Returns the events of the last 30 days, with the bodies and ids that webhooks have. Poll with nextCursor to miss none. Requires a developer key with `receipts:read`, or a session with the right `receipts:read`.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events
         * @description Server-sent events. Starts after Last-Event-ID or after, or with the next event. Ends after an hour; reconnect to resume. Requires a developer key with `receipts:read`, or a session with the right `receipts:read`.
         */
        get: operations["getEventsStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/graphql": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Run a GraphQL query
         * @description A mutation is refused with status 403. In a sandbox, browsers are sent to the query page. Requires a developer key with `graphql:read`, or a session.
         */
        get: operations["getGraphql"];
        put?: never;
        /**
         * Run a GraphQL query or mutation
         * @description Mutations need a session. With a key, they return the error code FORBIDDEN. See docs/graphql.md for the schema and the limits. Requires a developer key with `graphql:read`, or a session.
         */
        post: operations["postGraphql"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List items
         * @description List items. Requires a developer key with `inventory:read`, or a session with the right `inventory:read`.
         */
        get: operations["getInventory"];
        put?: never;
        /**
         * Create or update an item
         * @description Finds the item by id if given, otherwise by SKU. Omitted fields keep their values. `reservedQty`, `createdAt` and `updatedAt` are ignored, so that you can send an item back as you received it. Requires a developer key with `inventory:write`, or a session with the right `inventory:write`.
         */
        post: operations["postInventory"];
        /**
         * Delete an item
         * @description Delete an item. Requires a developer key with `inventory:write`, or a session with the right `inventory:write`.
         */
        delete: operations["deleteInventory"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inventory/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all items as a CSV file
         * @description Export all items as a CSV file. Requires a developer key with `inventory:read`, or a session with the right `inventory:read`.
         */
        get: operations["getInventoryExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inventory/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import items from a CSV file
         * @description Imports all rows or none. A dry run returns the changes and problems without importing. Send the file as text/csv, up to 16 MiB, or as text in JSON, up to 256 KiB. A merchant can run one import at a time. Requires a developer key with `inventory:write`, or a session with the right `inventory:write`.
         */
        post: operations["postInventoryImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your open invitations
         * @description List your open invitations. Requires a session.
         */
        get: operations["getInvitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Accept an invitation. Requires a session.
         */
        post: operations["postInvitationsIdAccept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/{id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline an invitation
         * @description Decline an invitation. Requires a session.
         */
        post: operations["postInvitationsIdDecline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List active developer keys
         * @description List active developer keys. Requires a session with the right `keys:manage`.
         */
        get: operations["getKeys"];
        put?: never;
        /**
         * Create a developer key
         * @description Create a developer key. Requires a session with the right `keys:manage`.
         */
        post: operations["postKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim the merchant of a free key
         * @description Makes your wallet the owner and the payout address of a merchant that has no owner. Its keys keep working. Requires a session.
         */
        post: operations["postKeysClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the key of your plan with a wallet signature
         * @description For a wallet that bought a plan and lost its key. The key that came with the plan ends at once. Other keys keep working. Requires a signature of your wallet.
         */
        post: operations["postKeysRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a developer key
         * @description Revoke a developer key. Requires a session with the right `keys:manage`.
         */
        delete: operations["deleteKeysId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a developer key
         * @description Rotate a developer key. Requires a session with the right `keys:manage`.
         */
        post: operations["postKeysIdRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/trial-balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the trial balance
         * @description Get the trial balance. Requires a developer key with `receipts:read`, or a session with the right `receipts:read`.
         */
        get: operations["getLedgerTrialBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a picture
         * @description Send the file as the body. It is stored without metadata as WebP, in three sizes. Of an animation, the first frame is kept. The same file is stored once. Use the url in images of items and in the theme of your shop. Requires a developer key with `inventory:write`, or a session with the right `inventory:write`.
         */
        post: operations["postMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description List members. Requires a session with the right `members:read`.
         */
        get: operations["getMembers"];
        put?: never;
        /**
         * Invite a member
         * @description The wallet joins when it accepts: POST /api/invitations/{id}/accept. Requires a session with the right `members:manage`.
         */
        post: operations["postMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave the merchant that `wallet` names
         * @description Leave the merchant that `wallet` names. Requires a session with the right `members:read`.
         */
        post: operations["postMembersLeave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/{member}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a member's role
         * @description Change a member's role. Requires a session with the right `members:manage`.
         */
        put: operations["putMembersMember"];
        post?: never;
        /**
         * Remove a member
         * @description Remove a member. Requires a session with the right `members:manage`.
         */
        delete: operations["deleteMembersMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/merchants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create your wallet's merchant
         * @description Returns it unchanged, with status 200, when it exists. Requires a session.
         */
        post: operations["postMerchants"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Place an order
         * @description Creates a receipt with tax and the processing fee, and holds the stock. Billing details and your own reference have several accepted names; see docs/receipts.md. Requires a developer key with `orders:create`, or a session with the right `orders:create`.
         */
        post: operations["postOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote an order
         * @description Quote an order. Requires a developer key with `orders:create`, or a session with the right `orders:create`.
         */
        post: operations["postOrdersQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the owner and the recovery wallet
         * @description Get the owner and the recovery wallet. Requires a session with the right `ownership:manage`.
         */
        get: operations["getOwner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the message to sign for a change
         * @description EIP-712 typed data. It is valid for a day, and until the owner or the recovery wallet changes. Requires a session with the right `ownership:manage`.
         */
        get: operations["getOwnerMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Become the owner of a merchant as its recovery wallet
         * @description The former owner has no role afterwards. Requires a session.
         */
        post: operations["postOwnerRecover"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/recoveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the merchants that your wallet can recover
         * @description Each with the EIP-712 message to sign. Requires a session.
         */
        get: operations["getOwnerRecoveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/recovery-wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a recovery wallet
         * @description Both wallets sign the message. The recovery wallet can become the owner. Requires a session with the right `ownership:manage`.
         */
        post: operations["postOwnerRecoveryWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/recovery-wallet/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the recovery wallet
         * @description Takes effect at once with `recoverySignature`, or after seven days with `ownerSignature`. Requires a session with the right `ownership:manage`.
         */
        post: operations["postOwnerRecoveryWalletRemove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer the merchant to another wallet
         * @description Both wallets sign the message. The former owner has no role afterwards. Remove a recovery wallet first. Requires a session with the right `ownership:manage`.
         */
        post: operations["postOwnerTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/portal/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a receipt and its payment options
         * @description Get a receipt and its payment options. Anyone may call it.
         */
        get: operations["getPortalId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/portal/{id}/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a receipt with a signature, without gas
         * @description Accepts an EIP-3009 authorization and submits it on chain. Sending the same authorization again has no effect. Returns 400 insufficient_stock when other buyers got items of an order without a key first. Requires the token of the payment page.
         */
        post: operations["postPortalIdAuthorize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/portal/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream a receipt and its changes
         * @description Server-sent events. The first is `event: receipt` with the response of GET /api/portal/{id}?thumbs=0 as its data. Later ones are `event: change` with the fields that changed; of `payment`, only its changed fields. Send Last-Event-ID to skip an event you already have. Anyone may call it.
         */
        get: operations["getPortalIdEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/portal/{id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the buyer’s progress on the payment page
         * @description checkout_initialized sets an HttpOnly cookie with the id of the checkout. Only its holder may report failed; others get 403. A page that was opened without the k of its link gets no cookie, and its checkout_initialized and pending count as link_opened. Requires the token of the payment page.
         */
        post: operations["postPortalIdProgress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/portal/{id}/qr.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a QR code that pays a receipt
         * @description Not cached: it encodes the current amount due. Anyone may call it.
         */
        get: operations["getPortalIdQrSvg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/portal/{id}/receipt.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the itemized receipt as a PDF file
         * @description An invoice until the receipt is paid. Send If-None-Match with the ETag of a file you have. Anyone may call it.
         */
        get: operations["getPortalIdReceiptPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/portal/{id}/tx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce a transaction that pays a receipt
         * @description Tells the service where to look. The receipt changes only when the payment is confirmed on chain. A receipt accepts 20 transactions, of which 5 may be waiting to be found. A network address may have 20 that wait. Beyond that, payments are still detected automatically. Requires the token of the payment page.
         */
        post: operations["postPortalIdTx"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pricing/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get fees, currencies, plans and exchange rates
         * @description Get fees, currencies, plans and exchange rates. Requires a developer key, or a session with the right `shop:read`.
         */
        get: operations["getPricingConfig"];
        put?: never;
        /**
         * Change the merchant's pricing
         * @description The same fields as fees and pricing in the shop's configuration. Fields that the platform sets are refused. Requires a session with the right `shop:write`.
         */
        post: operations["postPricingConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/privacy/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase the personal data of a buyer
         * @description For the owner. Erases up to 500 receipts at a time. Amounts, dates, tax, transaction hashes and wallets stay, because bookkeeping needs them. Repeating it changes nothing. Requires a session with the right `privacy:manage`.
         */
        post: operations["postPrivacyErase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/privacy/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export the data of a buyer
         * @description For the owner. Returns everything that is stored about the buyer with this merchant, 50 receipts at a time. Requires a session with the right `privacy:manage`.
         */
        post: operations["postPrivacyExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List receipts, newest first
         * @description List receipts, newest first. Requires a developer key with `receipts:read`, or a session with the right `receipts:read`.
         */
        get: operations["getReceipts"];
        put?: never;
        /**
         * Create a receipt with your own id
         * @description Billing details and your own reference have several accepted names; see docs/receipts.md. Requires a developer key with `receipts:write`, or a session with the right `receipts:write`.
         */
        post: operations["postReceipts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/receipts/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export receipts as a CSV file
         * @description Takes the filters of the list. The newest receipt comes first. A file has at most 100,000 receipts. Requires a developer key with `receipts:read`, or a session with the right `receipts:read`.
         */
        get: operations["getReceiptsExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/receipts/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a refund
         * @description Record a refund. Requires a session with the right `refunds:write`.
         */
        post: operations["postReceiptsRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/receipts/refund/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Plan a refund without recording it
         * @description Send the transfers, then record the refund with POST /api/receipts/refund. Requires a session with the right `refunds:write`.
         */
        post: operations["postReceiptsRefundPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/receipts/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a receipt's status
         * @description Get a receipt's status. Requires a developer key with `receipts:read`, or a session with the right `receipts:read`.
         */
        get: operations["getReceiptsStatus"];
        put?: never;
        /**
         * Set a receipt's status
         * @description A developer key reports the progress of the buyer. Owners and admins can also record a manual payment, reconcile a receipt, mark it as failed, request a refund or record a refund of everything left. A buyer signed in on the payment page reports their own progress and can request a refund. Requires a developer key, or a session with the right `receipts:write`, or a session with the token of the payment page.
         */
        post: operations["postReceiptsStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/receipts/terminal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a point-of-sale receipt
         * @description Sells an amount, catalog items, or both. A discount reduces the subtotal before tax, but never below zero. A tip carries no tax and no fee. Requires a session with the right `receipts:write`.
         */
        post: operations["postReceiptsTerminal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/receipts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a receipt
         * @description Get a receipt. Requires a developer key with `receipts:read`, or a session with the right `receipts:read`.
         */
        get: operations["getReceiptsId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/receipts/{id}/rescan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the deposit address of a receipt for money
         * @description Reads the balances of the deposit address and of those of earlier bills, watches them for another 90 days, and flushes money that no payment explains. The flush then counts as a payment. At most 30 calls per minute and merchant, and 60 per minute and network address. Requires a session with the right `receipts:write`.
         */
        post: operations["postReceiptsIdRescan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/funnel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report how far buyers got, and why payments failed
         * @description Covers up to 50,000 receipts created in the range. A receipt counts as paid while its sale stands in the ledger. The range is extended to whole UTC days and has at most 366 of them. Use `format=csv` to download a file. Requires a developer key with `receipts:read`, or a session with the right `receipts:read`.
         */
        get: operations["getReportsFunnel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the items with the highest sales
         * @description Covers up to 50,000 sales that stand in the ledger. The range is extended to whole UTC days and has at most 366 of them. Use `format=csv` to download a file. Requires a developer key with `receipts:read`, or a session with the right `receipts:read`.
         */
        get: operations["getReportsItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/settlement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a settlement report by receipt
         * @description Covers up to 10,000 receipts, and as many payments without a sale. Use `format=csv` to download a file. Requires a developer key with `receipts:read`, or a session with the right `receipts:read`.
         */
        get: operations["getReportsSettlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report recurring revenue, churn and cohorts
         * @description Charges are sums of the ledger. The range is extended to whole UTC days and has at most 366 of them. Use `format=csv` to download a file. Requires a developer key with `subscriptions:read`, or a developer key with `receipts:read`, or a session with the right `subscriptions:read`.
         */
        get: operations["getReportsSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Summarize sales by day and currency
         * @description All figures are sums of the ledger, exact to a millionth of a dollar. A reversal counts on the day it is posted. The range is extended to whole UTC days and has at most 366 of them. Use `format=csv` to download a file. Requires a developer key with `receipts:read`, or a session with the right `receipts:read`.
         */
        get: operations["getReportsSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/tax": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report collected tax by jurisdiction, component and period
         * @description All figures are sums of the ledger. The range is extended to whole UTC days and has at most 366 of them. Use `format=csv` to download a file. Requires a developer key with `receipts:read`, or a session with the right `receipts:read`.
         */
        get: operations["getReportsTax"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the last calls with developer keys, newest first
         * @description Owners and admins see the calls of all keys, and a key sees its own. Calls appear within seconds and are kept for 7 days, at most 10,000 of each key. Requires a developer key, or a session with the right `audit:read`.
         */
        get: operations["getRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reserve/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the balances on chain by currency
         * @description Reads splits, deposit addresses and the wallet in one call to the chain, at most every 30 seconds. While the chain is unavailable, returns the last balances with their old `updatedAt`. Requires a developer key, or a session with the right `shop:read`.
         */
        get: operations["getReserveBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reserve/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the balances of past days
         * @description One entry per day and currency, recorded once a day for merchants with sales in the last week, and when balances are read. Requires a developer key, or a session with the right `shop:read`.
         */
        get: operations["getReserveHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reserve/recommend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recommend a reserve by currency
         * @description Follows from the sales, refunds and taxes in the ledger, and from the subscription charges that become due. `parts` lists the amount of every heuristic. Requires a developer key, or a session with the right `shop:read`.
         */
        get: operations["getReserveRecommend"];
        put?: never;
        /**
         * Store the settings of the reserve
         * @description Replaces the stored settings, up to 16 KiB, and keeps keys that the service does not know. `defaultJurisdictionCode` is written to the shop's tax settings instead. Requires a session with the right `shop:write`.
         */
        post: operations["postReserveRecommend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance the clock, or return to real time
         * @description Advances the clock of the service and the chain for all merchants, or returns it to real time. The change survives a restart. Requires a developer key.
         */
        post: operations["postSandboxClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sandbox/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a payment
         * @description Pays on the sandbox chain as a test buyer, or simulates a failure. The receipt changes as it would in live mode. Requires a developer key, or the token of the payment page.
         */
        post: operations["postSandboxPay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sandbox/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete all receipts
         * @description Deletes the merchant's receipts and their data. Keeps the shop, catalog, keys, split and the chain. Requires a developer key.
         */
        post: operations["postSandboxReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sandbox/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a subscriber
         * @description Subscribes a new test customer to a plan, or takes away what the customer of a subscription needs to pay. Charges then succeed or fail as they would in live mode. Requires a developer key.
         */
        post: operations["postSandboxSubscriptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shop/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the shop configuration
         * @description Get the shop configuration. Requires a developer key with `shop:read`, or a session with the right `shop:read`, or a signature of your wallet.
         */
        get: operations["getShopConfig"];
        put?: never;
        /**
         * Update the shop configuration
         * @description Objects are merged, lists and values are replaced. `brandKey`, `listing` and `updatedAt` are ignored. The last three former slugs stay reserved for the shop for 180 days and lead to the current one. Only the owner may change the name or slug of a shop that is or was listed. Requires a session with the right `shop:write`.
         */
        post: operations["postShopConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/site/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the site defaults
         * @description Get the site defaults. Anyone may call it.
         */
        get: operations["getSiteConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/split/deploy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the split
         * @description Get the split. Requires a developer key, or a session with the right `split:read`.
         */
        get: operations["getSplitDeploy"];
        put?: never;
        /**
         * Set the split for new receipts
         * @description Omit `address` for a new contract. The response contains its address, which is valid for payments at once. The contract is deployed with its first distribution, or at once with `deploy: "now"`. A contract belongs to one merchant. Existing receipts keep their split. Sending the current split again, as you received it, changes nothing, except that `deploy: "now"` deploys it. Requires a session with the right `split:write`.
         */
        post: operations["postSplitDeploy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/split/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments through the split, newest first
         * @description List payments through the split, newest first. Requires a developer key with `split:read`, or a session with the right `split:read`.
         */
        get: operations["getSplitTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/split/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw shares (removed)
         * @deprecated
         * @description Recipients call `release` on the split contract instead. Requires a developer key, or a session with the right `split:read`.
         */
        post: operations["postSplitWithdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/status/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get status and diagnostics
         * @description Get status and diagnostics. Requires a developer key, or a session with the right `status:read`.
         */
        get: operations["getStatusPing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscriptions/billing-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attempts to charge subscriptions
         * @description Newest first. Every attempt of every period has one, also failed ones. Requires a developer key with `subscriptions:read`, or a developer key with `receipts:read`, or a session with the right `subscriptions:read`.
         */
        get: operations["getSubscriptionsBillingEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscriptions/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a subscription
         * @description For the customer: with a session or the SIGN-IN-WITH-X proof of the wallet, with `signature`, or through a key of the merchant. Repeating it returns the current `onChain`: from `confirmed` no party can charge the permission. Anyone may call it.
         */
        post: operations["postSubscriptionsCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscriptions/charge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Charge one subscription
         * @description Charges the subscription if it is due, and waits up to 8 seconds for the result. A charge that is not confirmed by then is `pending`. A period is charged at most once, however often you call. Requires the secret of the scheduler.
         */
        post: operations["postSubscriptionsCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscriptions/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subscribe to a plan
         * @description The signature of the customer authorizes it. The same permission again returns the same subscription. Anyone may call it.
         */
        post: operations["postSubscriptionsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscriptions/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Forecast revenue and failing charges
         * @description Reads balances, allowances and permissions from the chain as they are now. Charges of one customer share one balance. A page covers up to 500 subscriptions. Requires a developer key with `subscriptions:read`, or a developer key with `receipts:read`, or a session with the right `subscriptions:read`.
         */
        get: operations["getSubscriptionsForecast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscriptions/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a subscription
         * @description No period is charged until you resume it. Requires a developer key with `subscriptions:write`, or a developer key with `receipts:write`, or a session with the right `subscriptions:write`.
         */
        post: operations["postSubscriptionsPause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscriptions/payout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the payout of existing subscriptions
         * @description With the message that the owner signs to move existing subscriptions to the payout of new plans. Requires a developer key with `subscriptions:read`, or a developer key with `receipts:read`, or a session with the right `subscriptions:read`.
         */
        get: operations["getSubscriptionsPayout"];
        put?: never;
        /**
         * Move the payout of existing subscriptions
         * @description Submits the signed message to the chain. The platform keeps its fee: through its share in a split, and directly otherwise. Repeating it returns the state of the change. Requires a session with the right `split:write`.
         */
        post: operations["postSubscriptionsPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscriptions/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a merchant's active plans
         * @description Public. `permission` has the values of the spend permission that a customer signs to subscribe. Anyone may call it.
         */
        get: operations["getSubscriptionsPlans"];
        /**
         * Update a plan
         * @description A new price or period applies to new subscriptions only. Existing subscriptions keep theirs. Requires a developer key with `subscriptions:write`, or a developer key with `receipts:write`, or a session with the right `subscriptions:write`.
         */
        put: operations["putSubscriptionsPlans"];
        /**
         * Create a plan
         * @description Create a plan. Requires a developer key with `subscriptions:write`, or a developer key with `receipts:write`, or a session with the right `subscriptions:write`.
         */
        post: operations["postSubscriptionsPlans"];
        /**
         * Deactivate a plan
         * @description It takes no new subscriptions. Existing subscriptions continue. Requires a developer key with `subscriptions:write`, or a developer key with `receipts:write`, or a session with the right `subscriptions:write`.
         */
        delete: operations["deleteSubscriptionsPlans"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscriptions/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a subscription
         * @description Charges the current period unless it was charged before. Periods of the pause are skipped. Requires a developer key with `subscriptions:write`, or a developer key with `receipts:write`, or a session with the right `subscriptions:write`.
         */
        post: operations["postSubscriptionsResume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscriptions/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a subscription, or those of a customer or merchant
         * @description Pass exactly one of `subscriptionId`, `customer` and `merchant`. By `merchant`: keys and members of this merchant. By `customer`: the session or the SIGN-IN-WITH-X proof of this wallet, or a key, which lists the subscriptions of its own merchant. By `subscriptionId`: both; anyone else gets an outline. A key needs `subscriptions:read` or `receipts:read`. Anyone may call it.
         */
        get: operations["getSubscriptionsStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tax/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jurisdictions and their tax rates
         * @description For guidance only, not tax advice. The shop's own rates replace those of the catalog. Requires a developer key, or a session with the right `shop:read`.
         */
        get: operations["getTaxCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/avatars/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the picture of a public user
         * @description Get the picture of a public user. Anyone may call it.
         */
        get: operations["getUsersAvatarsHash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the public users who are live
         * @description A user is live for five minutes after each heartbeat. Requires a developer key with `users:read`, or a session.
         */
        get: operations["getUsersLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your profile
         * @description Also while it is private. Then followers and following are zero, because others do not see them. 404 until you create it. Requires a session.
         */
        get: operations["getUsersMe"];
        /**
         * Create or change your profile
         * @description A new profile needs `displayName` and `handle`, and is private until you send `isPublic: true`. Later, omitted fields keep their value. Requires a session.
         */
        put: operations["putUsersMe"];
        post?: never;
        /**
         * Delete your profile
         * @description Deletes the profile, picture, presence and follows. The handle stays reserved for 180 days. Requires a session.
         */
        delete: operations["deleteUsersMe"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/me/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your picture
         * @description Also while your profile is private. Requires a session.
         */
        get: operations["getUsersMeAvatar"];
        /**
         * Change your picture
         * @description The content must match the declared type. SVG is refused. Requires a session.
         */
        put: operations["putUsersMeAvatar"];
        post?: never;
        /**
         * Delete your picture
         * @description Delete your picture. Requires a session.
         */
        delete: operations["deleteUsersMeAvatar"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export your profile
         * @description Everything in your profile: its fields, the picture, and whom you follow. Requires a session.
         */
        get: operations["getUsersMeExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/me/following": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users whom you follow
         * @description The newest follow first, also while your own profile is private. Users who are private now are left out. Requires a session.
         */
        get: operations["getUsersMeFollowing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/me/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that you are here
         * @description Keeps a public user live for five minutes. Send it once a minute. Requires a session.
         */
        post: operations["postUsersMeHeartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the public users
         * @description Finds users by text, XP and metrics. Private users are never found. Requires a developer key with `users:read`, or a session.
         */
        get: operations["getUsersSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{handle}/follow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Follow a public user
         * @description Does nothing when you follow them already. Requires a session.
         */
        put: operations["putUsersHandleFollow"];
        post?: never;
        /**
         * Unfollow a user
         * @description Does nothing when you do not follow them. Requires a session.
         */
        delete: operations["deleteUsersHandleFollow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description List webhooks. Requires a developer key with `receipts:read`, or a session with the right `receipts:read`.
         */
        get: operations["getWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description You can have ten webhooks, in addition to the webhook URLs of single receipts. Each has its own secret. Requires a developer key with `receipts:write` with `receipts:read`, or a session with the right `shop:write`.
         */
        post: operations["postWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries, newest first
         * @description Returns the deliveries of the last 30 days, with every attempt. Requires a developer key with `receipts:read`, or a session with the right `receipts:read`.
         */
        get: operations["getWebhooksDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook delivery, with its request
         * @description Get a webhook delivery, with its request. Requires a developer key with `receipts:read`, or a session with the right `receipts:read`.
         */
        get: operations["getWebhooksDeliveriesId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver a webhook
         * @description Sends the same id, body and signature again. A delivery that is still pending keeps its retries. Requires a developer key with `receipts:write`, or a session with the right `receipts:write`.
         */
        post: operations["postWebhooksDeliveriesIdRedeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the shop’s webhook secret
         * @description It signs for receipts that were created without a key. Requires a session with the right `shop:write`.
         */
        get: operations["getWebhooksSecret"];
        put?: never;
        /**
         * Create or replace the shop’s webhook secret
         * @description It signs for receipts that were created without a key, and is shown once. Requires a session with the right `shop:write`.
         */
        post: operations["postWebhooksSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description The body has test: true. With url, the developer key of the request signs it. Get the delivery to see the result. Requires a developer key with `receipts:write`, or a session with the right `shop:write`.
         */
        post: operations["postWebhooksTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a webhook
         * @description Update a webhook. Requires a developer key with `receipts:write` with `receipts:read`, or a session with the right `shop:write`.
         */
        put: operations["putWebhooksId"];
        post?: never;
        /**
         * Delete a webhook
         * @description Delete a webhook. Requires a developer key with `receipts:write`, or a session with the right `shop:write`.
         */
        delete: operations["deleteWebhooksId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description During the overlap, webhook-signature has a signature of each secret, and X-Service-Signature is made with the old one. Requires a session with the right `shop:write`.
         */
        post: operations["postWebhooksIdRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/x402/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy an order at a listed shop
         * @description Responds with 402 and an itemized price until the request carries a payment in USDC (x402, version 1 or 2). The price is honored until it expires. See docs/x402.md. Requires a payment.
         */
        post: operations["postX402Orders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/x402/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy a developer plan with its key
         * @description A plan without a price is free, as the starter plan is by default. Others respond with 402 until the request carries a payment in USDC. The key is shown once, and belongs to the wallet that paid. See docs/x402.md. Requires a payment, or a signature of your wallet.
         */
        post: operations["postX402Subscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/graphql/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Script of the graphql page
         * @description Script of the graphql page. Anyone may call it.
         */
        get: operations["getAssetsGraphqlFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/logo.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Asset logo.svg
         * @description Asset logo.svg. Anyone may call it.
         */
        get: operations["getAssetsLogoSvg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/parts/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Script of the parts page
         * @description Script of the parts page. Anyone may call it.
         */
        get: operations["getAssetsPartsFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/portal/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Script of the portal page
         * @description Script of the portal page. Anyone may call it.
         */
        get: operations["getAssetsPortalFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/preview.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Asset preview.png
         * @description Asset preview.png. Anyone may call it.
         */
        get: operations["getAssetsPreviewPng"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/start/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Script of the start page
         * @description Script of the start page. Anyone may call it.
         */
        get: operations["getAssetsStartFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discovery/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what x402 payments can buy now: developer plans, and orders at shops
         * @description List what x402 payments can buy now: developer plans, and orders at shops. Anyone may call it.
         */
        get: operations["getDiscoveryResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Page of the documentation, as Markdown
         * @description Page of the documentation, as Markdown. Anyone may call it.
         */
        get: operations["getDocsPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/favicon.ico": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Icon of pages that name none
         * @description Icon of pages that name none. Anyone may call it.
         */
        get: operations["getFaviconIco"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service is alive
         * @description Check that the service is alive. Anyone may call it.
         */
        get: operations["getHealthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how an agent buys something here
         * @description Read how an agent buys something here. Anyone may call it.
         */
        get: operations["getLlmsTxt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a tool by the Model Context Protocol (streamable HTTP)
         * @description One JSON-RPC message per request, without sessions. The tools find shops, price orders and buy them. See docs/agents.md. Anyone may call it.
         */
        post: operations["postMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{hash}/{size}.webp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a picture
         * @description It never changes. Ranges and If-None-Match are supported. Anyone may call it.
         */
        get: operations["getMediaHashSizeWebp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this API reference as OpenAPI 3.1
         * @description Get this API reference as OpenAPI 3.1. Anyone may call it.
         */
        get: operations["getOpenapiJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payment page of a receipt
         * @description Payment page of a receipt. Anyone may call it.
         */
        get: operations["getPagePortalId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/{id}/success-frame": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Isolated frame for the merchant's script after the payment
         * @description Isolated frame for the merchant's script after the payment. Anyone may call it.
         */
        get: operations["getPagePortalIdSuccessFrame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/robots.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rules for crawlers
         * @description Rules for crawlers. Anyone may call it.
         */
        get: operations["getRobotsTxt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a demo checkout
         * @description Places an order at the demo shop and redirects to its payment page. Anyone may call it.
         */
        post: operations["postSandboxCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/graphql": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * GraphQL query page, in a sandbox only
         * @description GraphQL query page, in a sandbox only. Anyone may call it.
         */
        get: operations["getSandboxGraphql"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/parts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Parts of the pages, in a sandbox only
         * @description Parts of the pages, in a sandbox only. Anyone may call it.
         */
        get: operations["getSandboxParts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "receipt.status_updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.status_updated
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptStatusUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "receipt.oversold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.oversold
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptOversold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive subscription.created
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onSubscriptionCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.charged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive subscription.charged
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onSubscriptionCharged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.charge_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive subscription.charge_failed
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onSubscriptionChargeFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.charge_upcoming": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive subscription.charge_upcoming
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onSubscriptionChargeUpcoming"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.charge_at_risk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive subscription.charge_at_risk
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onSubscriptionChargeAtRisk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive subscription.paused
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onSubscriptionPaused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.resumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive subscription.resumed
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onSubscriptionResumed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive subscription.canceled
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onSubscriptionCanceled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive subscription.revoked
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onSubscriptionRevoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive subscription.expired
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onSubscriptionExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "receipt.generated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.generated
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptGenerated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "receipt.link_opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.link_opened
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptLinkOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "receipt.buyer_logged_in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.buyer_logged_in
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptBuyerLoggedIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "receipt.checkout_initialized": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.checkout_initialized
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptCheckoutInitialized"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "receipt.pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.pending
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptPending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "receipt.checkout_success": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.checkout_success
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptCheckoutSuccess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "receipt.tx_mined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.tx_mined
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptTxMined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "receipt.recipient_validated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.recipient_validated
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptRecipientValidated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "receipt.tx_mismatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.tx_mismatch
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptTxMismatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "receipt.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.paid
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "receipt.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.completed
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "receipt.reconciled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.reconciled
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptReconciled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "receipt.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.failed
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "receipt.refund_requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.refund_requested
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptRefundRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "receipt.refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive receipt.refunded
         * @description Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.
         */
        post: operations["onReceiptRefunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** AfterPayment */
        AfterPayment: {
            /** @constant */
            kind: "url";
            url: string;
        } | {
            /** @constant */
            kind: "script";
            /** @description Origins the script may open without confirmation */
            origins: string[];
        };
        /** AnnouncedTransaction */
        AnnouncedTransaction: {
            /** @description Required; 0x followed by 64 hex digits */
            txHash?: unknown;
        };
        /** ApiError */
        ApiError: {
            /** @description Stable code, see docs/errors.md */
            error: string;
            /** @description The problem and its fix, for a person */
            message: string;
        } & {
            [key: string]: unknown;
        };
        /** AuditEntry */
        AuditEntry: {
            /** @description Position in the merchant's chain, starting at 1 */
            seq: number;
            /** @description Unix ms */
            at: number;
            /** @description Wallet of the person, or id of the developer key */
            actor: string;
            /** @description Role of the person at the merchant, `key` for a developer key, or `operator` */
            role: string;
            /** @description For example `key.revoked` */
            action: string;
            /** @description Id of the changed object */
            target: string;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
            correlationId: string;
            /** @description Hash over this entry and all entries before it, in hex */
            hash: string;
        };
        /** AuditPage */
        AuditPage: {
            /** @constant */
            ok: true;
            /** @description Newest first */
            entries: components["schemas"]["AuditEntry"][];
            nextCursor: string | null;
        };
        /** Balance */
        Balance: {
            /** @constant */
            ok: true;
            /** @description Checksummed address of the merchant */
            wallet: string;
            /** @description The same as `remainingSeconds` */
            balance: number;
            /** @constant */
            unit: "seconds";
            /** @description All time bought for the plan */
            grantedSeconds: number;
            /** @description `grantedSeconds` minus `remainingSeconds` */
            usedSeconds: number;
            /** @description Time until the paid plan ends; 0 for a plan without an end */
            remainingSeconds: number;
            /** @description Unix ms: when the paid plan ends or ended. Null for a plan without an end. */
            expiresAt: number | null;
            /** @description Null while the database is unavailable */
            plan: components["schemas"]["DeveloperPlan"] | null;
            /** @description Unix ms: the time of the figures; 0 while the database is unavailable */
            updatedAt: number;
            /**
             * @description The database is unavailable, and the figures are zeros
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /** BillingAddress */
        BillingAddress: {
            firstName: string;
            lastName: string;
            phone: string;
            email: string;
            line1: string;
            line2: string;
            city: string;
            state: string;
            zip: string;
            /** @description Two-letter country code */
            country: string;
        };
        /**
         * BillingEvent
         * @description An attempt to charge a subscription
         */
        BillingEvent: {
            eventId: string;
            subscriptionId: string;
            planId: string;
            merchantWallet: string;
            customerWallet: string;
            /** @constant */
            type: "charge";
            status: components["schemas"]["ChargeStatus"];
            /** @description The period, counted from zero at the start of the permission */
            periodIndex: number;
            /** @description The price of the period */
            amountUsd: number;
            /** @description The platform's fee, inside the amount */
            feeUsd: number;
            /** @description The amount without the fee */
            netUsd: number;
            /** @constant */
            token: "USDC";
            /** @description The whole charge in base units of the token */
            amountBaseUnits: string;
            /** @description Null until the transaction of a charge is known */
            txHash: string | null;
            /** @description Null unless the attempt failed */
            failureCode: components["schemas"]["ChargeFailure"] | null;
            /** @description The attempt within the period, counted from one */
            attempt: number;
            /** @description True when it was charged after a cancellation or pause. Refund its receipt. */
            refundDue: boolean;
            /** @description Unix ms */
            createdAt: number;
        };
        /** BillingEventList */
        BillingEventList: {
            /** @constant */
            success: true;
            /** @description Newest first */
            billingEvents: components["schemas"]["BillingEvent"][];
            /** @description Null on the last page */
            nextCursor: string | null;
        };
        /**
         * BillingPeriod
         * @enum {string}
         */
        BillingPeriod: "WEEKLY" | "BIWEEKLY" | "MONTHLY" | "QUARTERLY" | "YEARLY";
        /** BillingPlan */
        BillingPlan: {
            planId: string;
            name: string;
            description: string;
            priceUsd: number;
            /** @description WEEKLY is 7 days, BIWEEKLY 14, MONTHLY 30, QUARTERLY 90 and YEARLY 365 */
            period: components["schemas"]["BillingPeriod"];
            trialDays: number;
            graceDays: number;
            /** @description Whether customers can subscribe */
            active: boolean;
            /** @description Unix ms */
            createdAt: number;
            /** @description Unix ms */
            updatedAt: number;
            /** @description The merchant */
            wallet: string;
            permission: components["schemas"]["PermissionHints"];
        };
        /** BillingPlanList */
        BillingPlanList: {
            /** @constant */
            success: true;
            /** @description Oldest first */
            plans: components["schemas"]["BillingPlan"][];
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /** BillingPlanResponse */
        BillingPlanResponse: {
            /** @constant */
            success: true;
            plan: components["schemas"]["BillingPlan"];
        };
        /** CancelSubscriptionBody */
        CancelSubscriptionBody: {
            subscriptionId: string;
            /** @description Wallet of the customer */
            wallet: string;
            /** @description Signature by the wallet of the text `Cancel subscription <subscriptionId>`, or of the EIP-712 message `CancelSubscription`. Needed without a session or key */
            signature?: string;
        };
        /** CanceledSubscription */
        CanceledSubscription: {
            subscriptionId: string;
            /** @constant */
            status: "canceled";
            /** @description Unix ms */
            canceledAt: number;
            nextChargeAt: null;
            /** @description `confirmed` once the permission is revoked on chain. From then on no party can charge it. */
            onChain: components["schemas"]["CancellationOnChain"];
        };
        /** CanceledSubscriptionResponse */
        CanceledSubscriptionResponse: {
            /** @constant */
            success: true;
            subscription: components["schemas"]["CanceledSubscription"];
        };
        /**
         * CancellationOnChain
         * @enum {string}
         */
        CancellationOnChain: "pending" | "confirmed";
        /** CatalogueItem */
        CatalogueItem: {
            sku: string;
            name: string;
            description: string;
            category: string;
            tags: string[];
            /** @description In US dollars; converted at the current rate if the item only has a native price, absent if no rate is known */
            priceUsd?: number;
            /** @description Native price, if set */
            price?: number;
            /** @description Currency of price */
            currency?: components["schemas"]["Currency"];
            priceIncludesTax: boolean;
            /** @description false: exempt from tax */
            taxable: boolean;
            /** @description Addresses of uploaded pictures, small PNG, JPEG, WebP, GIF or AVIF images as data URIs, or other https URLs */
            images: string[];
            inStock: boolean;
        };
        /** CataloguePage */
        CataloguePage: {
            /** @constant */
            ok: true;
            items: components["schemas"]["CatalogueItem"][];
            page: number;
            /** @description Items per page. Lower than requested if the longest items would exceed 512 KiB. */
            limit: number;
            /** @description Items on all pages */
            total: number;
            totalPages: number;
            hasMore: boolean;
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /** ChainContract */
        ChainContract: {
            name: string;
            address: string;
            isDeployed: boolean;
        };
        /** ChainOverview */
        ChainOverview: {
            chainId: number;
            /** @description Number of the latest block */
            blockNumber: number;
            blockHash: string;
            /** @description Unix ms; timestamp of the latest block */
            blockTime: number;
            /** @description The wallet that pays for settlement */
            relayer: components["schemas"]["Relayer"] | null;
            /** @description All wallets that pay for gas */
            relayers: components["schemas"]["Relayer"][];
            /** @description Contracts that payments on this chain use */
            contracts: components["schemas"]["ChainContract"][];
            /** @description Tokens accepted on this chain */
            tokens: components["schemas"]["ChainToken"][];
            outgoing: components["schemas"]["OutgoingCounts"];
        };
        /**
         * ChainResponse
         * @description `chain` is null when no chain is configured.
         */
        ChainResponse: {
            /** @constant */
            ok: true;
            chain: components["schemas"]["ChainOverview"] | null;
        };
        /** ChainToken */
        ChainToken: {
            symbol: string;
            address: string;
            decimals: number;
        };
        /** ChangedWebhook */
        ChangedWebhook: {
            /** @constant */
            ok: true;
            webhook: components["schemas"]["Webhook"];
        };
        /** ChargeAllResponse */
        ChargeAllResponse: {
            /** @constant */
            success: true;
            /** @description Due subscriptions with an attempt, at most 1,000 */
            processed: number;
            succeeded: number;
            failed: number;
            /** @description Charges whose result is not known yet */
            pending: number;
            durationMs: number;
            /** @description One for each of them */
            results: components["schemas"]["ChargeResult"][];
        };
        /**
         * ChargeFailure
         * @enum {string}
         */
        ChargeFailure: "balance" | "allowance" | "revoked" | "expired" | "chain";
        /** ChargeResponse */
        ChargeResponse: {
            /** @description False when the charge failed. True while its result is not known. */
            success: boolean;
            subscriptionId: string;
            status: components["schemas"]["ChargeStatus"] | null;
            amountUsd: number;
            feeUsd: number;
            netUsd: number;
            txHash: string | null;
            billingEventId: string | null;
            nextChargeAt: number | null;
            /** @description True when nothing was due */
            skipped: boolean;
            error: components["schemas"]["ChargeFailure"] | null;
        };
        /** ChargeResult */
        ChargeResult: {
            subscriptionId: string;
            success: boolean;
            txHash: string | null;
            error: components["schemas"]["ChargeFailure"] | null;
            amountUsd: number;
        };
        /**
         * ChargeStatus
         * @enum {string}
         */
        ChargeStatus: "pending" | "succeeded" | "failed";
        /** ChargeSubscription */
        ChargeSubscription: {
            /** @description The subscription to charge */
            subscriptionId?: unknown;
            /** @description Retry now if the last attempt failed. Default: false */
            force?: unknown;
        };
        /** CheckResult */
        CheckResult: {
            ok: boolean;
        } & {
            [key: string]: unknown;
        };
        /** ClaimedMerchant */
        ClaimedMerchant: {
            /** @constant */
            ok: true;
            /** @description Checksummed address that names the merchant */
            merchant: string;
            /** @description Your wallet, which receives its payments */
            owner: string;
        };
        /** ClockChange */
        ClockChange: {
            /** @description How far to advance, at most a year */
            advanceMs?: number;
            /** @description Return to real time; send either advanceMs or reset */
            reset?: boolean;
        };
        /** ClockChanged */
        ClockChanged: {
            /** @constant */
            ok: true;
            /** @description Current time of the clock, Unix ms */
            now: number;
            /** @description How far the clock is ahead of real time */
            aheadMs: number;
        };
        /** ConversionRate */
        ConversionRate: {
            /** @description Dollars per unit */
            usdPerUnit: number;
            /** @description Unix ms; when the provider quoted it */
            quotedAt: number;
            /** @description The rate provider; pinned for a rate set by the merchant */
            provider: string;
        };
        /** CreateBillingPlanBody */
        CreateBillingPlanBody: {
            /** @description The merchant, if you belong to several. With a key, it must be that of the key. */
            wallet?: string;
            /** @description 1 to 80 characters */
            name: string;
            /** @description At most 1,000 characters */
            description?: string;
            /** @description Per period: 0.01 to 1,000,000, at most two decimals */
            priceUsd: number;
            /** @description WEEKLY is 7 days, BIWEEKLY 14, MONTHLY 30, QUARTERLY 90 and YEARLY 365 */
            period: components["schemas"]["BillingPeriod"];
            /** @description Days before the first charge: 0 (default) to 365 */
            trialDays?: number;
            /** @description Days after a failed charge before the subscription becomes unpaid: 0 to 30, default 7 */
            graceDays?: number;
        };
        /** CreateReceiptBody */
        CreateReceiptBody: {
            /** @description Unique per merchant; letters, digits, . _ : - */
            id?: string;
            /** @description Either {label, priceUsd, qty?} or {label, amount, qty?}, not both */
            lineItems?: unknown;
            /** @description USD (default) or EUR; the currency of amount and total */
            currency?: unknown;
            /** @description With amount: must equal the sum of the lines */
            total?: unknown;
            /** @description With priceUsd: must equal the sum of the lines */
            totalUsd?: unknown;
            /** @description First name for the receipt */
            billingFirstName?: unknown;
            /** @description Another name of billingFirstName */
            customerFirstName?: unknown;
            /** @description Last name for the receipt */
            billingLastName?: unknown;
            /** @description Another name of billingLastName */
            customerLastName?: unknown;
            /** @description Email address for the receipt */
            billingEmail?: unknown;
            /** @description Another name of billingEmail */
            customerEmail?: unknown;
            /** @description Prefills the payment page */
            onrampEmail?: unknown;
            /** @description Phone number for the receipt */
            billingPhone?: unknown;
            /** @description Another name of billingPhone */
            customerPhone?: unknown;
            /** @description First line of the billing address */
            billingAddressLine1?: unknown;
            /** @description Another name of billingAddressLine1 */
            customerAddressLine1?: unknown;
            /** @description Second line of the billing address */
            billingAddressLine2?: unknown;
            /** @description Another name of billingAddressLine2 */
            customerAddressLine2?: unknown;
            /** @description City of the billing address */
            billingAddressCity?: unknown;
            /** @description Another name of billingAddressCity */
            customerAddressCity?: unknown;
            /** @description State of the billing address */
            billingAddressState?: unknown;
            /** @description Another name of billingAddressState */
            customerAddressState?: unknown;
            /** @description Postal code of the billing address */
            billingAddressPostalCode?: unknown;
            /** @description Another name of billingAddressPostalCode */
            customerAddressPostalCode?: unknown;
            /** @description Another name of billingAddressPostalCode */
            billingAddressZip?: unknown;
            /** @description Country of the billing address, two letters */
            billingAddressCountry?: unknown;
            /** @description Another name of billingAddressCountry */
            customerAddressCountry?: unknown;
            /** @description For the onramp */
            redirect_url?: unknown;
            /** @description Another name of redirect_url */
            redirectUrl?: unknown;
            /** @description After the payment */
            returnUrl?: unknown;
            /** @description Another name of returnUrl */
            return_url?: unknown;
            /** @description For status webhooks */
            webhook_url?: unknown;
            /** @description Another name of webhook_url */
            webhookUrl?: unknown;
            /** @description A URL or a script */
            onSuccess?: unknown;
            /** @description Your own reference, at most 128 characters */
            transactionId?: unknown;
            /** @description Another name of transactionId */
            transaction_id?: unknown;
            /** @description Another name of transactionId */
            transactionReference?: unknown;
            /** @description Another name of transactionId */
            transaction_reference?: unknown;
            /** @description Another name of transactionId */
            orderReference?: unknown;
            /** @description Another name of transactionId */
            reference?: unknown;
            /** @description Another name of transactionId */
            externalId?: unknown;
            /** @description Another name of transactionId */
            orderId?: unknown;
            /** @description Another name of transactionId */
            order_id?: unknown;
            /** @description An object of at most 16 KiB */
            metadata?: unknown;
        };
        /** CreateSubscriptionBody */
        CreateSubscriptionBody: {
            planId: string;
            /** @description Must be `account` */
            customerWallet: string;
            /** @description EIP-712 signature of `permissionData` by the wallet, 65 to 4,096 bytes in hex */
            permissionSignature: string;
            permissionData: components["schemas"]["PermissionData"];
        };
        /** CreateWebhookBody */
        CreateWebhookBody: {
            /** @description An absolute https URL; http is allowed in sandbox mode */
            url: string;
            /** @description The event kinds it receives; default receipt.status_updated only. The other receipt kinds stand for a single status. */
            events?: components["schemas"]["WebhookKind"][];
            /** @description Whether it receives events; default true */
            enabled?: boolean;
            /** @description Whether failed deliveries are retried beyond the usual two attempts; default false */
            extendedRetries?: boolean;
        };
        /** CreatedReceipt */
        CreatedReceipt: {
            id: string;
            paymentUrl: string;
            /** @constant */
            status: "pending";
            redirectUrl: string | null;
            webhookUrl: string | null;
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /** CreatedWebhook */
        CreatedWebhook: {
            /** @constant */
            ok: true;
            webhook: components["schemas"]["NewWebhook"];
        };
        /**
         * Currency
         * @enum {string}
         */
        Currency: "USD" | "EUR";
        /** CustomerSimulated */
        CustomerSimulated: {
            /** @constant */
            ok: true;
            subscriptionId: string;
            customerWallet: string;
            scenario: string;
            /** @description Transactions of the customer on the sandbox chain */
            transactionHashes: string[];
        };
        /** DecidedListing */
        DecidedListing: {
            /** @constant */
            ok: true;
            wallet: string;
            listing: components["schemas"]["ListingStatus"];
        };
        /** DeleteBillingPlanBody */
        DeleteBillingPlanBody: {
            planId: string;
            /** @description The merchant, if you belong to several. With a key, it must be that of the key. */
            wallet?: string;
        };
        /** DeletedBillingPlan */
        DeletedBillingPlan: {
            /** @constant */
            success: true;
            planId: string;
            /** @constant */
            active: false;
        };
        /** DeletedItem */
        DeletedItem: {
            /** @constant */
            ok: true;
            id: string;
            /** @description false if no item has this id */
            deleted: boolean;
        };
        /** DeletedWebhook */
        DeletedWebhook: {
            /** @constant */
            ok: true;
            id: string;
            /** @constant */
            deleted: true;
        };
        /** Delivery */
        Delivery: {
            deliveryId: string;
            eventId: string;
            /** @description null for a test event */
            receiptId: string | null;
            event: components["schemas"]["WebhookKind"];
            url: string;
            /** @description null for the receipt's own webhook URL */
            webhookId: string | null;
            /** @description pending may be retried; failed is final */
            status: components["schemas"]["DeliveryStatus"];
            /** @description Oldest first */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /** @description Unix ms */
            createdAt: number;
        };
        /** DeliveryAttempt */
        DeliveryAttempt: {
            /** @description Unix ms */
            at: number;
            /** @description The status of the response; null without one */
            httpStatus: number | null;
            /** @description Why the attempt failed, e.g. timeout or not_2xx; null on success */
            error: string | null;
            durationMs: number;
        };
        /** DeliveryPage */
        DeliveryPage: {
            /** @constant */
            ok: true;
            /** @description Newest first */
            deliveries: components["schemas"]["Delivery"][];
            /** @description The cursor of the next page; null on the last one */
            nextCursor: string | null;
        };
        /** DeliveryResponse */
        DeliveryResponse: {
            /** @constant */
            ok: true;
            delivery: components["schemas"]["DeliveryWithRequest"];
        };
        /**
         * DeliveryStatus
         * @enum {string}
         */
        DeliveryStatus: "pending" | "delivered" | "failed";
        /** DeliveryWithRequest */
        DeliveryWithRequest: {
            deliveryId: string;
            eventId: string;
            /** @description null for a test event */
            receiptId: string | null;
            event: components["schemas"]["WebhookKind"];
            url: string;
            /** @description null for the receipt's own webhook URL */
            webhookId: string | null;
            /** @description pending may be retried; failed is final */
            status: components["schemas"]["DeliveryStatus"];
            /** @description Oldest first */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /** @description Unix ms */
            createdAt: number;
            request: {
                /** @description Headers of the last attempt, or of the first one before it is sent */
                headers: {
                    [key: string]: string;
                };
                /** @description The exact body, for verifying the signature */
                body: string;
            };
        };
        /** DeveloperKey */
        DeveloperKey: {
            id: string;
            /** @description First part of the key, which is not secret */
            prefix: string;
            name: string;
            scopes: components["schemas"]["Scope"][];
            /** @description Unix ms */
            createdAt: number;
            /** @description Unix ms, updated at most once a minute */
            lastUsedAt: number | null;
            /** @description Unix ms; set when the key is rotated */
            expiresAt: number | null;
        };
        /** DeveloperKeys */
        DeveloperKeys: {
            /** @constant */
            ok: true;
            /** @description Newest first */
            keys: components["schemas"]["DeveloperKey"][];
        };
        /** DeveloperPlan */
        DeveloperPlan: {
            /** @description The plan in force; `starter` once a paid plan has ended */
            key: components["schemas"]["PlanKey"];
            name: string;
            /** @description The price of 30 days */
            priceUsd: number;
            /** @description Unix ms: when the plan ends unless you pay again. Null for a plan without an end. */
            renewsAt: number | null;
        };
        /** DirectoryMeta */
        DirectoryMeta: {
            /** @description Number of shops on this page */
            totalReturned: number;
            limit: number;
            offset: number;
            /** @description Brand key of the deployment */
            brandContext: string;
            /** @description Number of shops on all pages */
            total: number;
        };
        /** DirectoryPage */
        DirectoryPage: {
            /** @constant */
            ok: true;
            /** @description Best match first, then by name */
            directory: components["schemas"]["DirectoryShop"][];
            meta: components["schemas"]["DirectoryMeta"];
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /** DirectoryShop */
        DirectoryShop: {
            name: string;
            /** @description Identifies the shop in URLs */
            slug: string;
            description: string;
            categories: string[];
            keywords: string[];
            industryPack: string;
            theme: components["schemas"]["DirectoryShopTheme"];
        };
        /** DirectoryShopTheme */
        DirectoryShopTheme: {
            /** @description Empty when not set */
            brandLogoUrl: string;
            /** @description Empty when not set */
            coverPhotoUrl: string;
        };
        /** Done */
        Done: {
            /** @constant */
            ok: true;
        };
        /** ErasedBuyer */
        ErasedBuyer: {
            /** @constant */
            ok: true;
            /** @description Receipts of the buyer that were examined */
            receipts: number;
            /** @description Rows from which personal data was erased */
            erased: number;
            nextCursor: string | null;
        };
        /**
         * Event
         * @description The body of a webhook, with id and createdAt
         */
        Event: {
            /** @description Sent as webhook-id with every delivery of the event */
            id: string;
            /** @description Unix ms; the time of the event */
            createdAt: number;
            event: components["schemas"]["EventKind"];
            receiptId?: string;
            status?: components["schemas"]["ReceiptStatusName"] | components["schemas"]["SubscriptionStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus?: components["schemas"]["ReceiptStatusName"];
            failureCode?: (string | null) | components["schemas"]["ChargeFailure"];
            failureCategory?: string | null;
            failureReason?: string | null;
            failureAction?: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd?: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            token?: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId?: string | null;
            isOnrampSessionUnique?: boolean;
            transactionId?: string | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description The items of which too little is in stock */
            oversold?: {
                itemId: string;
                sku: string | null;
                /** @description The quantity that is not in stock */
                missing: number;
            }[];
            subscriptionId?: string;
            planId?: string;
            /** @description The wallet that subscribed */
            customerWallet?: string;
            /** @description Unix ms; null when no charge is planned */
            nextChargeAt?: number | null;
            /** @description Counted from zero at the start of the permission */
            periodIndex?: number;
            amountUsd?: number;
            billingEventId?: string;
            /** @description Unix ms */
            periodStart?: number;
            /** @description Unix ms */
            periodEnd?: number;
            /** @description Counted from one in each period */
            attempt?: number;
            /** @description The platform's fee, inside the amount */
            feeUsd?: number;
            txHash?: string | null;
            /** @description True when it was mined after a cancellation or pause. Refund the receipt. */
            refundDue?: boolean;
            nextAttemptAt?: number | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * EventKind
         * @enum {string}
         */
        EventKind: "receipt.status_updated" | "receipt.oversold" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.charge_upcoming" | "subscription.charge_at_risk" | "subscription.paused" | "subscription.resumed" | "subscription.canceled" | "subscription.revoked" | "subscription.expired";
        /** EventPage */
        EventPage: {
            /** @description Oldest first */
            events: components["schemas"]["Event"][];
            /** @description Pass it as after to get later events. Set even when the page is empty */
            nextCursor: string;
        };
        /**
         * ExportedBuyer
         * @description `data` has a list for each section, such as `receipts`, `payments` and `events`. docs/privacy.md describes them.
         */
        ExportedBuyer: {
            /** @constant */
            ok: true;
            exportedAt: number;
            data: {
                [key: string]: unknown;
            };
            nextCursor: string | null;
        };
        /** ExportedProfile */
        ExportedProfile: {
            /** @constant */
            ok: true;
            /** @description Unix ms */
            exportedAt: number;
            profile: components["schemas"]["Profile"];
            avatar: string | null;
            /** @description The newest follow first */
            following: components["schemas"]["FollowedUser"][];
        };
        /** FailedDeliveryPage */
        FailedDeliveryPage: {
            /** @constant */
            ok: true;
            /** @description Newest first */
            deliveries: {
                /** @description Wallet of the merchant */
                wallet: string;
                deliveryId: string;
                event: string;
                receiptId: string | null;
                /** @description Without its query, which may contain a secret */
                url: string;
                attempts: number;
                lastError: string | null;
                lastHttpStatus: number | null;
                /** @description Unix ms */
                createdAt: number;
            }[];
            nextCursor: string | null;
        };
        /** FailingCharge */
        FailingCharge: {
            subscriptionId: string;
            planId: string;
            customerWallet: string;
            /** @description When the charge will be attempted, Unix ms */
            at: number;
            amountUsd: number;
            /**
             * @description Why the charge will fail: see docs/subscriptions.md
             * @enum {string}
             */
            reason: "balance" | "allowance" | "revoked" | "expired" | "ends_before";
        };
        /** FeedProduct */
        FeedProduct: {
            /** @description SKU */
            id: string;
            title: string;
            description: string;
            /** @description URL of the item */
            link: string;
            /** @description Amount and currency, such as 14.50 USD */
            price: string;
            availability: "in_stock" | "out_of_stock";
            /** @description Category */
            product_type?: string;
            /** @description URL of the first image */
            image_link?: string;
            additional_image_link?: string[];
        };
        /** FollowedUser */
        FollowedUser: {
            wallet: string;
            handle: string;
            displayName: string;
        };
        /** FollowedUsers */
        FollowedUsers: {
            /** @constant */
            ok: true;
            users: components["schemas"]["User"][];
        };
        /** Following */
        Following: {
            /** @constant */
            ok: true;
            following: boolean;
        };
        /** ForecastDay */
        ForecastDay: {
            /** @description UTC, such as 2026-01-31 */
            date: string;
            /** @description Prices of the charges that will succeed, fee included */
            revenueUsd: number;
            /** @description Charges that will succeed */
            charges: number;
            /** @description Prices of the charges that will fail */
            failingUsd: number;
            /** @description Charges that will fail */
            failingCharges: number;
            /** @description Charges whose contracts did not respond as expected. Counted nowhere else. */
            unknownCharges: number;
            /** @description The charges that will fail */
            failing: components["schemas"]["FailingCharge"][];
        };
        /** ForecastTotals */
        ForecastTotals: {
            /** @description Prices of the charges that will succeed, fee included */
            revenueUsd: number;
            /** @description Charges that will succeed */
            charges: number;
            /** @description Prices of the charges that will fail */
            failingUsd: number;
            /** @description Charges that will fail */
            failingCharges: number;
            /** @description Charges whose contracts did not respond as expected. Counted nowhere else. */
            unknownCharges: number;
        };
        /** Funnel */
        Funnel: {
            /** @constant */
            ok: true;
            /** @description Start of the first day, Unix ms */
            from: number;
            /** @description End of the last day, Unix ms */
            to: number;
            /** @description Receipts created in the range, except charges of subscriptions */
            created: number;
            steps: components["schemas"]["FunnelStep"][];
            /** @description The most frequent first */
            failures: components["schemas"]["FunnelFailure"][];
        };
        /** FunnelFailure */
        FunnelFailure: {
            failureCode: string;
            failureCategory: string;
            /** @description Receipts whose last failure has the code */
            count: number;
        };
        /** FunnelStep */
        FunnelStep: {
            /** @enum {string} */
            step: "link_opened" | "buyer_logged_in" | "checkout_initialized" | "paid";
            /** @description Receipts that reached the step, at any time */
            count: number;
            /** @description Share of created, 0 to 1 */
            rate: number;
        };
        /** GaslessPayment */
        GaslessPayment: {
            /** @description The payment gateway: the recipient to authorize */
            gateway: string;
            /** @description Identifies this receipt to the gateway */
            receiptKey: string;
            /** @description The only address the payment can go to */
            payoutAddress: string;
            /** @description Tokens that support gasless payment, with their EIP-712 name and version */
            tokens: {
                symbol: string;
                name: string;
                version: string;
            }[];
        };
        /** GraphqlError */
        GraphqlError: {
            message: string;
            path?: (string | number)[];
            extensions: {
                code: string;
            };
        };
        /** GraphqlRequest */
        GraphqlRequest: {
            /** @description A GraphQL document */
            query: string;
            variables?: {
                [key: string]: unknown;
            } | null;
            operationName?: string | null;
            extensions?: Record<string, never> | null;
        };
        /** GraphqlResponse */
        GraphqlResponse: {
            data: {
                [key: string]: unknown;
            } | null;
            /** @description Errors of fields. The other fields have data. */
            errors?: components["schemas"]["GraphqlError"][];
        };
        /** Healthz */
        Healthz: {
            /** @description `degraded`: sales continue, but a subsystem is down */
            status: "ok" | "degraded";
        };
        /** Heartbeat */
        Heartbeat: {
            /** @constant */
            ok: true;
            /** @description Whether others see you as live. False for private users. */
            live: boolean;
            /** @description When to send the next heartbeat */
            nextInSeconds: number;
        };
        /** ImportItemsBody */
        ImportItemsBody: {
            /** @description The file as text: a header with column names, then at most 20000 rows. Blank cells change nothing. */
            csv: string;
            /** @description true changes nothing and returns the plan. Default: false */
            dryRun?: boolean;
        };
        /** ImportedItems */
        ImportedItems: {
            /** @constant */
            ok: true;
            dryRun: boolean;
            created: number;
            updated: number;
            unchanged: number;
            /** @description Rows that change something, at most 1000: the changed fields, before and after */
            rows: {
                /** @description Line of the file, from 1 */
                line: number;
                sku: string;
                /** @description create or update */
                action: string;
                before: {
                    [key: string]: unknown;
                } | null;
                after: {
                    [key: string]: unknown;
                } | null;
            }[];
            /** @description true if there are more such rows */
            truncated: boolean;
            /** @description Problems to fix before the file can be imported, at most 100 */
            problems: {
                line: number;
                message: string;
            }[];
            /** @description Number of all problems */
            problemCount: number;
        };
        /** InventoryItem */
        InventoryItem: {
            id: string;
            sku: string;
            name: string;
            description: string;
            category: string;
            tags: string[];
            /** @description In US dollars; converted at the current rate if the item only has a native price, absent if no rate is known */
            priceUsd?: number;
            /** @description Native price, if set */
            price?: number;
            /** @description Currency of price */
            currency?: components["schemas"]["Currency"];
            priceIncludesTax: boolean;
            /** @description false: exempt from tax */
            taxable: boolean;
            /** @description -1: unlimited */
            stockQty: number;
            /** @description Held for unpaid receipts */
            reservedQty: number;
            /** @description Addresses of uploaded pictures, small PNG, JPEG, WebP, GIF or AVIF images as data URIs, or other https URLs */
            images: string[];
            industryPack: string;
            attributes: {
                [key: string]: unknown;
            };
            /** @description Whether it is for sale */
            active: boolean;
            /** @description Wallet of the merchant */
            wallet: string;
            /** @description Unix ms */
            createdAt: number;
            /** @description Unix ms */
            updatedAt: number;
        };
        /** InventoryPage */
        InventoryPage: {
            /** @constant */
            ok: true;
            items: components["schemas"]["InventoryItem"][];
            page: number;
            /** @description Items per page. Lower than requested if the longest items would exceed 512 KiB. */
            limit: number;
            /** @description Items on all pages */
            total: number;
            totalPages: number;
            hasMore: boolean;
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /** Invitation */
        Invitation: {
            id: string;
            /** @description Wallet of the merchant that invites you */
            merchant: string;
            role: components["schemas"]["Role"];
            /** @description Unix ms */
            createdAt: number;
        };
        /** InvitationAccepted */
        InvitationAccepted: {
            /** @constant */
            ok: true;
            invitation: {
                id: string;
                /** @description Wallet of the merchant that invites you */
                merchant: string;
                role: components["schemas"]["Role"];
                /** @description Unix ms */
                createdAt: number;
                /** @description When you accepted: Unix ms */
                joinedAt: number;
            };
        };
        /** InvitationDeclined */
        InvitationDeclined: {
            /** @constant */
            ok: true;
            id: string;
            /** @constant */
            declined: true;
        };
        /** Invitations */
        Invitations: {
            /** @constant */
            ok: true;
            /** @description The newest 100 open invitations, newest first */
            invitations: components["schemas"]["Invitation"][];
        };
        /** IssuedKey */
        IssuedKey: {
            /** @constant */
            ok: true;
            key: components["schemas"]["DeveloperKey"];
            /** @description The secret key, shown only once. Null when the request was retried. */
            apiKey: string | null;
        };
        /** ItemReport */
        ItemReport: {
            /** @constant */
            ok: true;
            /** @description Start of the first day, Unix ms */
            from: number;
            /** @description End of the last day, Unix ms */
            to: number;
            /** @description The highest sales first */
            items: components["schemas"]["SoldItem"][];
            /** @description The items that are not listed */
            others: {
                items: number;
                sales: number;
            };
            /** @description All items */
            totals: {
                items: number;
                sales: number;
            };
        };
        /**
         * LimitUse
         * @description Use of a limit
         */
        LimitUse: {
            /** @description Null without a limit */
            limit: number | null;
            /** @description In the current window, with what processes have reserved in advance, or at the moment. Null for what is not counted per merchant */
            used: number | null;
            /** @description Unix ms: when the window ends. Null without a window in use. */
            resetAt: number | null;
        };
        /** LimitsInForce */
        LimitsInForce: {
            /** @constant */
            ok: true;
            /** @description Checksummed address of the merchant */
            wallet: string;
            /** @description A shop of the operator itself, which has no limits of plans and of stored kilobytes */
            isOwn: boolean;
            /** @description Has a paid plan, agreed terms or sales, and so a storage budget of its own */
            isEstablished: boolean;
            /** @description Developer plans, oldest first: calls per minute, and new receipts per day */
            plans: {
                subscriptionId: string;
                /** @description The plan in force; `starter` once a paid plan has ended */
                plan: components["schemas"]["PlanKey"];
                /** @description Unix ms: when the paid plan ends or ended. Null without an end. */
                paidUntil: number | null;
                calls: components["schemas"]["LimitUse"];
                receipts: components["schemas"]["LimitUse"];
            }[];
            limits: {
                /** @description As in docs/limits.md and in the `limit` of an error */
                name: string;
                /** @description The things counted */
                counts: string;
                /** @description Null for what exists at the same time */
                windowSeconds: number | null;
                /** @description Null without a limit */
                limit: number | null;
                /** @description In the current window, with what processes have reserved in advance, or at the moment. Null for what is not counted per merchant */
                used: number | null;
                /** @description Unix ms: when the window ends. Null without a window in use. */
                resetAt: number | null;
            }[];
            /** @description Unix ms: the time of the figures */
            updatedAt: number;
        };
        /** LineItem */
        LineItem: {
            label: string;
            /** @description For the whole quantity, in US dollars */
            priceUsd: number;
            /** @description For the whole quantity, in the currency of the receipt */
            amount?: number;
            /** @description For display; amounts already cover the quantity */
            qty?: number;
            itemId?: string;
            sku?: string;
            /** @description Names the line in a refund; on lines of receipts that can be refunded */
            lineId?: string;
            /** @description Hash of the picture, at /media/{hash}/{size}.webp */
            picture?: string;
            /** @description The picture at 48 pixels as a data URI of at most 1,536 characters; omitted with ?thumbs=0 */
            thumb?: string;
        };
        /** ListingDecision */
        ListingDecision: {
            /** @description Wallet of the merchant */
            wallet: string;
            /** @description Name of the shop, as listed for review */
            name: string;
            /** @description Slug of the shop, as listed for review */
            slug: string;
            /** @enum {string} */
            decision: "approve" | "reject";
        };
        /**
         * ListingStatus
         * @enum {string}
         */
        ListingStatus: "unlisted" | "listed" | "review" | "rejected";
        /** LiveUsers */
        LiveUsers: {
            /** @constant */
            ok: true;
            /** @description The last seen first */
            users: components["schemas"]["User"][];
            /** @description Unix ms */
            updatedAt: number;
        };
        /**
         * LoggedRequest
         * @description `sample` has the fields of the body of a call that was rejected with 4xx. Texts are replaced by their length.
         */
        LoggedRequest: {
            id: string;
            /** @description Unix ms */
            at: number;
            keyId: string;
            method: string;
            /** @description The pattern of the path, without its values */
            route: string;
            status: number;
            /** @description Until the response was sent */
            durationMs: number;
            /** @description Also in the response, as `x-correlation-id` */
            correlationId: string;
            error: string | null;
            sample: {
                [key: string]: unknown;
            } | null;
        };
        /** MadeReceipt */
        MadeReceipt: {
            /** @constant */
            ok: true;
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
            receipt: components["schemas"]["Receipt"];
        };
        /** McpMessage */
        McpMessage: {
            /** @constant */
            jsonrpc: "2.0";
            id?: string | number;
            /** @description Such as tools/call */
            method?: string;
            params?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** Me */
        Me: {
            /** @constant */
            ok: true;
            /** @description Checksummed address */
            wallet: string;
            /** @description Merchants this person can act for, their own first */
            merchants: {
                /** @description Checksummed address */
                wallet: string;
                /** @description Shop name, empty if not set */
                name: string;
                role: components["schemas"]["Role"];
            }[];
            /** @description Whether this wallet is an operator */
            isOperator: boolean;
            /** @description Send it as `x-csrf-token` with every write */
            csrfToken: string;
        };
        /** Member */
        Member: {
            wallet: string;
            role: components["schemas"]["Role"];
            invitedBy: string | null;
            /** @description Unix ms */
            createdAt: number;
            /** @description Unix ms; null until the member accepts */
            joinedAt: number | null;
        };
        /** MemberRemoved */
        MemberRemoved: {
            /** @constant */
            ok: true;
            member: string;
            /** @constant */
            removed: true;
        };
        /** MemberResponse */
        MemberResponse: {
            /** @constant */
            ok: true;
            member: components["schemas"]["Member"];
        };
        /** Members */
        Members: {
            /** @constant */
            ok: true;
            /** @description Owner first */
            members: components["schemas"]["Member"][];
        };
        /** MerchantDetails */
        MerchantDetails: {
            /** @constant */
            ok: true;
            merchant: {
                wallet: string;
                owner: string | null;
                /** @description Name of the shop */
                name: string;
                slug: string;
                /** @description The best plan in force, of all `subscriptions` */
                plan: components["schemas"]["PlanKey"];
                status: components["schemas"]["MerchantStatus"];
                suspendedAt: number | null;
                suspendedReason: string | null;
                /** @description Unix ms */
                createdAt: number;
                /** @description Developer plans, oldest first. Includes plans that have ended. */
                subscriptions: {
                    id: string;
                    plan: components["schemas"]["PlanKey"];
                    callsPerMinute: number | null;
                    paidUntil: number | null;
                    /** @description Unix ms */
                    createdAt: number;
                }[];
                members: number;
                /** @description Active keys */
                keys: number;
                /** @description Counted up to 10,000 */
                receipts: number;
            };
        };
        /** MerchantLimitChange */
        MerchantLimitChange: {
            /** @description Limits by name; null returns to the limit of the platform */
            limits: {
                [key: string]: number | null;
            };
        };
        /** MerchantLimits */
        MerchantLimits: {
            /** @constant */
            ok: true;
            /** @description Wallet of the merchant */
            wallet: string;
            /** @description In `OWN_MERCHANTS`: it has no limits of plans and of stored kilobytes */
            isOwn: boolean;
            /** @description The limits that an operator set for the merchant, by name */
            limits: {
                [key: string]: number;
            };
            /** @description Every limit that counts per merchant or subscription, by name */
            inForce: {
                [key: string]: number;
            };
        };
        /** MerchantPage */
        MerchantPage: {
            /** @constant */
            ok: true;
            /** @description Newest first */
            merchants: components["schemas"]["OperatedMerchant"][];
            nextCursor: string | null;
        };
        /** MerchantPlanChange */
        MerchantPlanChange: {
            plan: components["schemas"]["PlanKey"];
        };
        /** MerchantResponse */
        MerchantResponse: {
            /** @constant */
            ok: true;
            merchant: {
                /** @description Checksummed address */
                wallet: string;
                /** @description Shop name, empty if not set */
                name: string;
                role: components["schemas"]["Role"];
            };
        };
        /**
         * MerchantStatus
         * @enum {string}
         */
        MerchantStatus: "active" | "suspended" | "unclaimed";
        /**
         * NamedBuyer
         * @description Pass `buyerWallet`, `email`, `receiptId` or several of them. Data that matches any one counts.
         */
        NamedBuyer: {
            /** @description The wallet that the buyer paid with */
            buyerWallet?: string;
            /** @description The e-mail address that receipts have */
            email?: string;
            /** @description A receipt of the buyer, for data that no wallet or e-mail address finds */
            receiptId?: string;
            /** @description `nextCursor` of the previous response */
            cursor?: string;
            /** @description The merchant to act for, if you have several */
            wallet?: string;
        };
        /** Network */
        Network: {
            /** @description Display name */
            name: string;
            /** @description Symbol of the native coin */
            coin: string;
            rpcUrl: string | null;
            explorerUrl: string | null;
            /** @description Hash of the first block of a sandbox chain, which has the id of a public chain */
            genesisHash?: string;
        };
        /** NewShopSecret */
        NewShopSecret: {
            /** @description Unix ms */
            createdAt: number;
            /** @description Unix ms; when it was last replaced */
            updatedAt: number;
            /** @description Unix ms; until then the old secret signs as well. Null without one. */
            previousSecretUntil: number | null;
            /** @description Verifies its deliveries. Shown only once: null when the request is a repetition. */
            secret: string | null;
        };
        /** NewWebhook */
        NewWebhook: {
            id: string;
            url: string;
            events: components["schemas"]["WebhookKind"][];
            enabled: boolean;
            extendedRetries: boolean;
            /** @description Unix ms */
            createdAt: number;
            /** @description Verifies its deliveries. Shown only once: null when the request is a repetition. */
            secret: string | null;
        };
        /** Nonce */
        Nonce: {
            /** @description Valid for one sign-in message */
            nonce: string;
            /** @description Unix ms */
            expiresAt: number;
        };
        /** OperatedMerchant */
        OperatedMerchant: {
            wallet: string;
            owner: string | null;
            /** @description Name of the shop */
            name: string;
            slug: string;
            /** @description The best plan in force, of all `subscriptions` */
            plan: components["schemas"]["PlanKey"];
            status: components["schemas"]["MerchantStatus"];
            suspendedAt: number | null;
            suspendedReason: string | null;
            /** @description Unix ms */
            createdAt: number;
        };
        /** OrderBody */
        OrderBody: {
            /** @description At least one {id or sku, qty}; qty from 1, with at most three decimals */
            items?: unknown;
            /** @description USD or EUR; defaults to the currency in which all items have a native price, or US dollars */
            currency?: unknown;
            /** @description e.g. US-CA; defaults to the shop's */
            jurisdictionCode?: unknown;
            /** @description 0 to 1; replaces the rate of the jurisdiction */
            taxRate?: unknown;
            /** @description Only these components of the jurisdiction */
            taxComponents?: unknown;
            /** @description First name for the receipt */
            billingFirstName?: unknown;
            /** @description Another name of billingFirstName */
            customerFirstName?: unknown;
            /** @description Last name for the receipt */
            billingLastName?: unknown;
            /** @description Another name of billingLastName */
            customerLastName?: unknown;
            /** @description Email address for the receipt */
            billingEmail?: unknown;
            /** @description Another name of billingEmail */
            customerEmail?: unknown;
            /** @description Prefills the payment page */
            onrampEmail?: unknown;
            /** @description Phone number for the receipt */
            billingPhone?: unknown;
            /** @description Another name of billingPhone */
            customerPhone?: unknown;
            /** @description First line of the billing address */
            billingAddressLine1?: unknown;
            /** @description Another name of billingAddressLine1 */
            customerAddressLine1?: unknown;
            /** @description Second line of the billing address */
            billingAddressLine2?: unknown;
            /** @description Another name of billingAddressLine2 */
            customerAddressLine2?: unknown;
            /** @description City of the billing address */
            billingAddressCity?: unknown;
            /** @description Another name of billingAddressCity */
            customerAddressCity?: unknown;
            /** @description State of the billing address */
            billingAddressState?: unknown;
            /** @description Another name of billingAddressState */
            customerAddressState?: unknown;
            /** @description Postal code of the billing address */
            billingAddressPostalCode?: unknown;
            /** @description Another name of billingAddressPostalCode */
            customerAddressPostalCode?: unknown;
            /** @description Another name of billingAddressPostalCode */
            billingAddressZip?: unknown;
            /** @description Country of the billing address, two letters */
            billingAddressCountry?: unknown;
            /** @description Another name of billingAddressCountry */
            customerAddressCountry?: unknown;
            /** @description For the onramp */
            redirect_url?: unknown;
            /** @description Another name of redirect_url */
            redirectUrl?: unknown;
            /** @description After the payment */
            returnUrl?: unknown;
            /** @description Another name of returnUrl */
            return_url?: unknown;
            /** @description For status webhooks */
            webhook_url?: unknown;
            /** @description Another name of webhook_url */
            webhookUrl?: unknown;
            /** @description A URL or a script */
            onSuccess?: unknown;
            /** @description Your own reference, at most 128 characters */
            transactionId?: unknown;
            /** @description Another name of transactionId */
            transaction_id?: unknown;
            /** @description Another name of transactionId */
            transactionReference?: unknown;
            /** @description Another name of transactionId */
            transaction_reference?: unknown;
            /** @description Another name of transactionId */
            orderReference?: unknown;
            /** @description Another name of transactionId */
            reference?: unknown;
            /** @description Another name of transactionId */
            externalId?: unknown;
            /** @description Another name of transactionId */
            orderId?: unknown;
            /** @description Another name of transactionId */
            order_id?: unknown;
            /** @description An object of at most 16 KiB */
            metadata?: unknown;
        };
        /** OrderQuote */
        OrderQuote: {
            currency: components["schemas"]["Currency"];
            total?: number;
            totalUsd: number;
            lineItems: components["schemas"]["LineItem"][];
            jurisdictionCode: string | null;
            taxRate: number;
            taxComponents: string[];
            taxBreakdown: {
                code: string;
                name: string;
                rate: number;
                /** @description In the currency of the order; the amounts sum to the tax */
                amount: number;
            }[];
            /** @description Unix ms; prices and rates may change after this time */
            expiresAt: number;
        };
        /**
         * OutgoingCounts
         * @description Number of transactions in each state, counted up to 10,000
         */
        OutgoingCounts: {
            /** @description Not signed yet */
            planned: number;
            /** @description Signed, not yet accepted by a node */
            signed: number;
            /** @description Accepted by a node, not yet in a block */
            sent: number;
            /** @description In a block */
            mined: number;
            /** @description In a block, but reverted */
            reverted: number;
            /** @description In a block with enough confirmations */
            final: number;
            /** @description Abandoned without effect */
            failed: number;
        };
        /** OutgoingTransaction */
        OutgoingTransaction: {
            id: string;
            /** @description Idempotency key */
            key: string;
            /** @description For example `split.create` */
            purpose: string;
            merchant: string | null;
            /**
             * @description See docs/operations.md
             * @enum {string}
             */
            state: "planned" | "signed" | "sent" | "mined" | "reverted" | "final" | "failed";
            to: string;
            valueWei: string;
            signer: string | null;
            nonce: number | null;
            hash: string | null;
            /** @description Number of times it was signed */
            generation: number;
            /** @description Number of times its fees were raised */
            bumps: number;
            blockNumber: number | null;
            gasUsed: number | null;
            error: string | null;
            /** @description Raising the fees did not get it mined */
            isStuck: boolean;
            /** @description Unix ms; service clock, which a sandbox can move */
            createdAt: number;
            /** @description Unix ms; real clock */
            stateSince: number;
        };
        /** Owner */
        Owner: {
            /** @constant */
            ok: true;
            /** @description Checksummed address */
            merchant: string;
            /** @description Checksummed address */
            owner: string;
            recoveryWallet: string | null;
            /** @description When the removal of the recovery wallet takes effect: Unix ms; null if none is planned */
            recoveryRemovedAt: number | null;
        };
        /** OwnershipMessage */
        OwnershipMessage: {
            /** @constant */
            ok: true;
            typedData: components["schemas"]["TypedData"];
        };
        /** PaidOrder */
        PaidOrder: {
            /** @constant */
            ok: true;
            receipt: components["schemas"]["Receipt"];
        };
        /** PaidOrderBody */
        PaidOrderBody: {
            /** @description Required; the slug of a shop in the directory */
            shopSlug?: unknown;
            /** @description Required; at least one {sku, qty}, with whole quantities */
            items?: unknown;
            /** @description For the tax, e.g. US-CA; defaults to the shop's */
            jurisdictionCode?: unknown;
        };
        /** PaidResource */
        PaidResource: {
            /** @description URL */
            resource: string;
            /** @constant */
            type: "http";
            /** @constant */
            x402Version: 2;
            accepts: components["schemas"]["PaymentRequirements"][];
            /** @description Unix seconds */
            lastUpdated: number;
            metadata: {
                [key: string]: unknown;
            };
        };
        /** PaymentOption */
        PaymentOption: {
            /** @description USDC, USDT, EURC or ETH */
            symbol: string;
            token: string | null;
            decimals: number;
            /** @description In the smallest unit of the token */
            amountUnits: string;
            /** @description The same amount as a decimal */
            amount: string;
            /** @description Payment link for a wallet (EIP-681) */
            uri: string;
            expiresAt: number | null;
        };
        /** PaymentRequired */
        PaymentRequired: {
            x402Version: number;
            /** @description Why the payment is required, or was refused */
            error: string;
            accepts: {
                [key: string]: unknown;
            }[];
            /** @description The itemized price */
            quote?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** PaymentRequirements */
        PaymentRequirements: {
            scheme: string;
            /** @description CAIP-2 */
            network: string;
            /** @description The smallest price, in base units of the asset */
            amount: string;
            asset: string;
            /** @description The zero address if only the challenge for your order names the recipient */
            payTo: string;
            maxTimeoutSeconds: number;
            extra: {
                [key: string]: unknown;
            };
        };
        /** PaymentSimulated */
        PaymentSimulated: {
            /** @constant */
            ok: true;
            receiptId: string;
            scenario: string;
            /** @description Transactions sent or announced on the sandbox chain */
            transactionHashes: string[];
        };
        /**
         * PaymentToken
         * @enum {string}
         */
        PaymentToken: "USDC" | "USDT" | "EURC" | "ETH";
        /** PendingListing */
        PendingListing: {
            /** @description Wallet of the merchant */
            wallet: string;
            name: string;
            slug: string;
            /** @description Unix ms */
            since: number;
            /** @description Up to five listed shops with a similar name or slug */
            resembles: components["schemas"]["ResembledShop"][];
        };
        /** PendingListings */
        PendingListings: {
            /** @constant */
            ok: true;
            /** @description The longest wait first */
            listings: components["schemas"]["PendingListing"][];
            /** @description Number of shops that wait */
            total: number;
        };
        /**
         * PermissionData
         * @description EIP-712 `SpendPermission`
         */
        PermissionData: {
            /** @description The wallet that pays */
            account: string;
            /** @description `permission.spender` of the plan */
            spender: string;
            /** @description `permission.token` of the plan */
            token: string;
            /** @description Base units per period: at least `permission.allowance` of the plan */
            allowance: string;
            /** @description `permission.periodSeconds` of the plan */
            period: number;
            /** @description Unix seconds: now, or the end of the trial */
            start: number;
            /** @description Unix seconds: when the permission ends */
            end: number;
            /** @description A new number for each permission: decimal or hex, below 2^256 */
            salt: string;
            /** @description `0x` */
            extraData: string;
        };
        /**
         * PermissionHints
         * @description The values of the spend permission to sign
         */
        PermissionHints: {
            /** @description The `verifyingContract` of the EIP-712 domain */
            manager: string;
            /** @description The contract that charges this version of the plan */
            spender: string;
            /** @description The USDC contract */
            token: string;
            chainId: number;
            /** @description The price in base units of the token */
            allowance: string;
            periodSeconds: number;
            /** @description Unix seconds: the end of the trial. Absent without a trial */
            start?: number;
        };
        /** Picture */
        Picture: {
            /** @description SHA-256 hash of the uploaded file, in lower-case hex */
            hash: string;
            /** @description Address of the picture at 960 pixels, for images and themes */
            url: string;
            /** @description Address of the picture at 48 pixels */
            thumbUrl: string;
            /** @description Of the original, in pixels */
            width: number;
            /** @description Of the original, in pixels */
            height: number;
            /** @description Of all stored sizes together */
            bytes: number;
        };
        /** Ping */
        Ping: {
            /** @description Whether all checks pass */
            ok: boolean;
            status: "ok" | "degraded";
            /** @description API version */
            version: string;
            /** @description Service clock, Unix ms */
            time: number;
            uptimeMs: number;
            /** @description Wallet of the merchant that owns the key */
            wallet: string;
            /** @description Last background sample of each subsystem */
            checks: {
                [key: string]: components["schemas"]["CheckResult"];
            };
        };
        /** PlacedOrder */
        PlacedOrder: {
            /** @constant */
            ok: true;
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
            receipt: components["schemas"]["Receipt"];
        };
        /**
         * PlanKey
         * @enum {string}
         */
        PlanKey: "starter" | "pro" | "enterprise";
        /** PlannedTransfer */
        PlannedTransfer: {
            /** @description The wallet that paid, or `buyer` of the request */
            to: string;
            /** @description Token contract; the zero address for the native coin */
            token: string;
            /** @description In the smallest unit of the token */
            units: string;
            /** @description Calldata to send to the token; 0x for native coin, which you send to the wallet itself */
            calldata: string;
            /** @description The same transfer as a payment link (EIP-681) */
            uri: string;
        };
        /** PlatformVolume */
        PlatformVolume: {
            /** @constant */
            ok: true;
            from: string;
            to: string;
            /** @description The newest day first, with an entry for each asset that had any. Other days are absent. A refund counts on its own day. Sales include taxes and fees; `fees` is the share of the platform, and `plans` the payments for developer plans. */
            days: {
                /** @description YYYY-MM-DD, UTC */
                day: string;
                /** @description `eip155:<chain>/<token>`, or `USD` for manual payments */
                asset: string;
                symbol: string | null;
                /** @description Decimal amount of the asset */
                sales: string;
                /** @description Value when it was received */
                salesUsd: number;
                /** @description Decimal amount of the asset */
                fees: string;
                /** @description Value when it was received */
                feesUsd: number;
                /** @description Decimal amount of the asset */
                refunds: string;
                /** @description Value when it was received */
                refundsUsd: number;
                /** @description Decimal amount of the asset */
                plans: string;
                /** @description Value when it was received */
                plansUsd: number;
            }[];
        };
        /**
         * PortalContact
         * @description How buyers reach the shop. Has only what the shop set.
         */
        PortalContact: {
            /** @description Email address of the shop */
            email?: string;
            /** @description Support page of the shop */
            url?: string;
            /** @description Phone number of the shop, as the shop writes it */
            phone?: string;
            /** @description Return policy of the shop */
            returnPolicyUrl?: string;
            /** @description Terms of sale of the shop */
            termsUrl?: string;
            /** @description Privacy policy of the shop */
            privacyUrl?: string;
        };
        /** PortalProgress */
        PortalProgress: {
            /** @description Required; link_opened, checkout_initialized, pending or failed */
            status?: unknown;
            /** @description Required with failed: a code of the category blockchain, session or system; see docs/failures.md */
            failureCode?: unknown;
        };
        /** PortalReceipt */
        PortalReceipt: {
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description The status as one of the eight documented payment statuses */
            paymentStatus: string;
            brandName: string;
            theme: components["schemas"]["ShopTheme"];
            contact: components["schemas"]["PortalContact"];
            /** @description Tax id of the shop, if it set one */
            taxId?: string;
            currency: components["schemas"]["Currency"];
            total: number | null;
            /** @description In US dollars */
            totalUsd: number;
            lineItems: components["schemas"]["LineItem"][];
            /** @description Unix ms; when it was created */
            createdAt: number;
            paidAt: number | null;
            expiresAt: number | null;
            returnUrl: string | null;
            onSuccess: components["schemas"]["AfterPayment"] | null;
            merchantWallet: string;
            platformFeePct: number | null;
            transactionHash: string | null;
            confirmations: {
                have: number;
                need: number;
                /** @description True while a large payment waits for a safe block of the chain */
                awaitsSafe?: boolean;
            };
            pricing: components["schemas"]["ReceiptPricing"] | null;
            failure: {
                /** @description See docs/failures.md */
                code: string;
                category: string;
                /** @description Reason, for the buyer */
                reason: string;
                /** @description Next step for the buyer */
                action: string;
            } | null;
            refundedUsd: number;
            /** @description The same amount in the currency of payment.paid */
            refunded: number;
            refunds: components["schemas"]["PortalRefund"][];
            /** @description Send it as the header x-portal-token in requests of the payment page */
            portalToken: string;
            payment: {
                /** @description Accepted tokens sent to this address pay the receipt. Empty when isAutomatic is true. */
                depositAddress: string;
                chainId: number;
                network: components["schemas"]["Network"];
                sent: components["schemas"]["SentPayment"] | null;
                gasless: components["schemas"]["GaslessPayment"] | null;
                /** @description Whether the receipt has expired */
                isOver: boolean;
                /** @description True when the charge of a subscription pays it. Payment is not offered, and there is no deposit address. */
                isAutomatic?: boolean;
                /** @description True when any money was seen for this receipt, even if it does not count or is not counted yet */
                hasPayment?: boolean;
                /** @description Names of items that others bought first. While there are any, payment is not offered. */
                soldOut: string[];
                /** @description Amount still due */
                dueUsd: number;
                /** @description Amount paid so far: seen on chain, or recorded as a manual payment */
                paidUsd: number;
                /** @description Amount still due in the currency of the receipt, or in dollars when total is null */
                due: number;
                /** @description Amount seen on chain so far, in the same currency */
                paid: number;
                /** @description The latest payments that count, up to five */
                received: components["schemas"]["ReceivedPayment"][];
                /** @description Each option pays the full amount due */
                options: components["schemas"]["PaymentOption"][];
            };
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /** PortalRefund */
        PortalRefund: {
            usd: number;
            /** @description The same amount in the currency of payment.paid */
            amount: number;
            txHash: string | null;
            /** @description Whether the refund was confirmed on chain */
            confirmed: boolean;
            createdAt: number;
        };
        /** PostStatusBody */
        PostStatusBody: {
            /** @description Required */
            receiptId?: unknown;
            /** @description Required; see docs/receipt-status.md */
            status?: unknown;
            /** @description With failed; see docs/failures.md */
            failureCode?: unknown;
            /** @description For the timeline */
            note?: unknown;
        };
        /** PricingConfig */
        PricingConfig: {
            /** @description The platform's fee */
            baseFeePct: number;
            /** @description The merchant's add-on; fees.processingFeePct of the shop's configuration */
            addOnFeePct: number;
            /** @description The sum of both */
            totalFeePct: number;
            /** @description The platform's fee on subscription charges */
            subscriptionFeePct: number;
            /** @description Accepted currencies of orders and receipts */
            currencies: components["schemas"]["Currency"][];
            settlementToken: components["schemas"]["SettlementToken"];
            /** @description Developer plans and their prices */
            plans: {
                key: string;
                priceUsd: number;
            }[];
            /** @description Current conversion rates; null while none is available */
            rates: {
                EUR: components["schemas"]["ConversionRate"] | null;
            };
            acceptedCurrencies: components["schemas"]["Currency"][];
            /** @description Preferred source of exchange rates; null for the deployment's order */
            rateProvider: string | null;
            ratePins: components["schemas"]["RatePins"];
            /** @description Allowed values of rateProvider, in the order of the deployment */
            rateProviders: string[];
            /** @description Unix ms; when the shop's configuration was last changed; 0 before the first change */
            updatedAt: number;
        };
        /** PricingConfigChange */
        PricingConfigChange: {
            /** @description From 0 to 50 with at most four decimals */
            addOnFeePct?: number;
            /** @description USD, EUR */
            acceptedCurrencies?: string[];
            /** @description Preferred source of exchange rates; null for the deployment's order */
            rateProvider?: string | null;
            ratePins?: {
                /** @description Dollars per euro, at most six decimals; null for the market rate */
                EUR?: number | null;
            };
        };
        /** PricingConfigResponse */
        PricingConfigResponse: {
            /** @constant */
            ok: true;
            config: components["schemas"]["PricingConfig"];
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /** ProductFeed */
        ProductFeed: {
            /** @constant */
            ok: true;
            /** @description By SKU */
            products: components["schemas"]["FeedProduct"][];
            page: number;
            /** @description Products per page. Lower than requested if the longest ones would exceed 512 KiB. */
            limit: number;
            /** @description Products on all pages */
            total: number;
            totalPages: number;
            hasMore: boolean;
        };
        /**
         * Profile
         * @description A profile as its owner sees it
         */
        Profile: {
            id: string;
            /** @description Checksummed address */
            wallet: string;
            displayName: string;
            handle: string;
            bio: string;
            avatarUrl: string | null;
            xp: number;
            /** @description Level n takes 100 * (n - 1)^2 XP */
            level: number;
            /** @description Whether the user was seen in the last five minutes */
            live: boolean;
            metrics: components["schemas"]["UserMetrics"];
            /** @description Unix ms */
            joinedAt: number;
            lastSeenAt: number | null;
            /** @description Whether others can find and see the profile */
            isPublic: boolean;
            hasAvatar: boolean;
        };
        /**
         * ProfileBody
         * @description A new profile needs `displayName` and `handle`.
         */
        ProfileBody: {
            /** @description 1 to 50 characters */
            displayName?: string;
            /** @description 3 to 30 letters, digits and underscores. Unique: handles that look alike are refused. A former one stays reserved for you for 180 days. */
            handle?: string;
            /** @description At most 160 characters */
            bio?: string;
            /** @description A new profile is private by default */
            isPublic?: boolean;
        };
        /** ProfileResponse */
        ProfileResponse: {
            /** @constant */
            ok: true;
            profile: components["schemas"]["Profile"];
        };
        /** QuarantinePage */
        QuarantinePage: {
            /** @constant */
            ok: true;
            /** @description Newest first */
            records: {
                id: string;
                /** @description receipt, status, buyer-status, response, or damaged for unreadable bytes */
                kind: string;
                wallet: string | null;
                /** @description Why the record is not in the database */
                reason: string;
                acceptedAt: number | null;
                /** @description Unix ms */
                quarantinedAt: number;
            }[];
            nextCursor: string | null;
        };
        /** QuotedOrder */
        QuotedOrder: {
            /** @constant */
            ok: true;
            quote: components["schemas"]["OrderQuote"];
        };
        /** RatePins */
        RatePins: {
            /** @description Dollars per euro, at most six decimals; null for the market rate */
            EUR: number | null;
        };
        /** Receipt */
        Receipt: {
            receiptId: string;
            /** @description In US dollars */
            totalUsd: number;
            /** @description In the currency of the receipt; native receipts only */
            total?: number;
            currency: components["schemas"]["Currency"];
            lineItems: components["schemas"]["LineItem"][];
            /** @description Unix ms; when it was created */
            createdAt: number;
            /** @description Unix ms; when it last changed */
            updatedAt: number;
            brandName: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description The status as one of the eight documented payment statuses */
            paymentStatus: string;
            jurisdictionCode: string | null;
            /** @description 0.095 is 9.5 % */
            taxRate: number;
            taxComponents: string[];
            transactionHash: string | null;
            /** @description Unix ms; of the transaction */
            transactionTimestamp?: number;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            billingAddress: components["schemas"]["BillingAddress"] | null;
            onrampEmail: string | null;
            redirectUrl: string | null;
            returnUrl: string | null;
            webhookUrl: string | null;
            onSuccess: string | null;
            /** @description The payment page */
            paymentUrl: string;
            /** @description The address that receives the payment */
            payoutAddress: string;
            expiresAt: number | null;
            /** @description Whether the payment was recorded manually */
            marked: boolean;
            mismatch: string | null;
            buyerWallet: string | null;
            pricing?: components["schemas"]["ReceiptPricing"];
            /** @description See docs/failures.md */
            failureCode?: string;
            failureCategory?: string;
            failureReason?: string;
            failureAction?: string;
            /** @description partial or full */
            refundStatus?: string;
            refundedUsd?: number;
            /** @description Money beyond the total that was returned */
            creditReturnedUsd?: number;
            refunds: components["schemas"]["RefundEntry"][];
            /** @description Oldest first */
            timeline: components["schemas"]["TimelineEntry"][];
        };
        /** ReceiptBuyerLoggedInEvent */
        ReceiptBuyerLoggedInEvent: {
            /** @constant */
            event: "receipt.buyer_logged_in";
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus: components["schemas"]["ReceiptStatusName"];
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            /** @description The payment token, e.g. USDC */
            token: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId: string | null;
            isOnrampSessionUnique: boolean;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** ReceiptCheckoutInitializedEvent */
        ReceiptCheckoutInitializedEvent: {
            /** @constant */
            event: "receipt.checkout_initialized";
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus: components["schemas"]["ReceiptStatusName"];
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            /** @description The payment token, e.g. USDC */
            token: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId: string | null;
            isOnrampSessionUnique: boolean;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** ReceiptCheckoutSuccessEvent */
        ReceiptCheckoutSuccessEvent: {
            /** @constant */
            event: "receipt.checkout_success";
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus: components["schemas"]["ReceiptStatusName"];
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            /** @description The payment token, e.g. USDC */
            token: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId: string | null;
            isOnrampSessionUnique: boolean;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** ReceiptCompletedEvent */
        ReceiptCompletedEvent: {
            /** @constant */
            event: "receipt.completed";
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus: components["schemas"]["ReceiptStatusName"];
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            /** @description The payment token, e.g. USDC */
            token: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId: string | null;
            isOnrampSessionUnique: boolean;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** ReceiptFailedEvent */
        ReceiptFailedEvent: {
            /** @constant */
            event: "receipt.failed";
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus: components["schemas"]["ReceiptStatusName"];
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            /** @description The payment token, e.g. USDC */
            token: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId: string | null;
            isOnrampSessionUnique: boolean;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** ReceiptGeneratedEvent */
        ReceiptGeneratedEvent: {
            /** @constant */
            event: "receipt.generated";
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus: components["schemas"]["ReceiptStatusName"];
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            /** @description The payment token, e.g. USDC */
            token: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId: string | null;
            isOnrampSessionUnique: boolean;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** ReceiptLinkOpenedEvent */
        ReceiptLinkOpenedEvent: {
            /** @constant */
            event: "receipt.link_opened";
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus: components["schemas"]["ReceiptStatusName"];
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            /** @description The payment token, e.g. USDC */
            token: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId: string | null;
            isOnrampSessionUnique: boolean;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** ReceiptOversoldEvent */
        ReceiptOversoldEvent: {
            /** @constant */
            event: "receipt.oversold";
            receiptId: string;
            merchantWallet: string;
            /** @description The items of which too little is in stock */
            oversold: {
                itemId: string;
                sku: string | null;
                /** @description The quantity that is not in stock */
                missing: number;
            }[];
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
        };
        /** ReceiptPage */
        ReceiptPage: {
            /** @description Newest first */
            receipts: components["schemas"]["Receipt"][];
            nextCursor: string | null;
            /**
             * @description Lines have no thumbnails, because the page would be too large with them
             * @constant
             */
            thumbsOmitted?: true;
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /** ReceiptPaidEvent */
        ReceiptPaidEvent: {
            /** @constant */
            event: "receipt.paid";
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus: components["schemas"]["ReceiptStatusName"];
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            /** @description The payment token, e.g. USDC */
            token: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId: string | null;
            isOnrampSessionUnique: boolean;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** ReceiptPendingEvent */
        ReceiptPendingEvent: {
            /** @constant */
            event: "receipt.pending";
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus: components["schemas"]["ReceiptStatusName"];
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            /** @description The payment token, e.g. USDC */
            token: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId: string | null;
            isOnrampSessionUnique: boolean;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** ReceiptPricing */
        ReceiptPricing: {
            version: number;
            currency: components["schemas"]["Currency"];
            usdPerUnit: number;
            /** @description Unix ms; when the rate was quoted */
            quotedAt: number;
            provider: string;
            /** @description The total when the receipt was created */
            originalTotal: number;
            originalLineItems: components["schemas"]["LineItem"][];
        };
        /** ReceiptRecipientValidatedEvent */
        ReceiptRecipientValidatedEvent: {
            /** @constant */
            event: "receipt.recipient_validated";
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus: components["schemas"]["ReceiptStatusName"];
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            /** @description The payment token, e.g. USDC */
            token: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId: string | null;
            isOnrampSessionUnique: boolean;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** ReceiptReconciledEvent */
        ReceiptReconciledEvent: {
            /** @constant */
            event: "receipt.reconciled";
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus: components["schemas"]["ReceiptStatusName"];
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            /** @description The payment token, e.g. USDC */
            token: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId: string | null;
            isOnrampSessionUnique: boolean;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** ReceiptRefundRequestedEvent */
        ReceiptRefundRequestedEvent: {
            /** @constant */
            event: "receipt.refund_requested";
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus: components["schemas"]["ReceiptStatusName"];
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            /** @description The payment token, e.g. USDC */
            token: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId: string | null;
            isOnrampSessionUnique: boolean;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** ReceiptRefundedEvent */
        ReceiptRefundedEvent: {
            /** @constant */
            event: "receipt.refunded";
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus: components["schemas"]["ReceiptStatusName"];
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            /** @description The payment token, e.g. USDC */
            token: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId: string | null;
            isOnrampSessionUnique: boolean;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** ReceiptStatus */
        ReceiptStatus: {
            id: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            paymentStatus: string;
            transactionHash: string | null;
            /** @description The token that paid. Before payment: the shop's default token while it is quoted, otherwise USDC */
            currency: string;
            /** @description In `currency`: the amount paid or, before payment, the amount to pay */
            amount: number;
            /** @description See docs/failures.md */
            failureCode?: string;
            failureCategory?: string;
            failureReason?: string;
            failureAction?: string;
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /**
         * ReceiptStatusName
         * @enum {string}
         */
        ReceiptStatusName: "generated" | "link_opened" | "buyer_logged_in" | "checkout_initialized" | "pending" | "checkout_success" | "tx_mined" | "recipient_validated" | "tx_mismatch" | "paid" | "completed" | "reconciled" | "failed" | "refund_requested" | "refunded";
        /** ReceiptStatusUpdatedEvent */
        ReceiptStatusUpdatedEvent: {
            /** @constant */
            event: "receipt.status_updated";
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus: components["schemas"]["ReceiptStatusName"];
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            /** @description The payment token, e.g. USDC */
            token: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId: string | null;
            isOnrampSessionUnique: boolean;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** ReceiptTxMinedEvent */
        ReceiptTxMinedEvent: {
            /** @constant */
            event: "receipt.tx_mined";
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus: components["schemas"]["ReceiptStatusName"];
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            /** @description The payment token, e.g. USDC */
            token: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId: string | null;
            isOnrampSessionUnique: boolean;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** ReceiptTxMismatchEvent */
        ReceiptTxMismatchEvent: {
            /** @constant */
            event: "receipt.tx_mismatch";
            receiptId: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description See docs/receipt-status.md */
            previousStatus: components["schemas"]["ReceiptStatusName"];
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description The amount the buyer owes. Omitted when the payment failed */
            customerTotalUsd?: number;
            /** @description The amount paid to an onramp, if the onramp reported it */
            onrampSourceAmountUsd?: number;
            /** @description The payment token, e.g. USDC */
            token: string;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            onrampSessionId: string | null;
            isOnrampSessionUnique: boolean;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** ReceivedPayment */
        ReceivedPayment: {
            /** @description USDC, USDT, EURC or ETH */
            symbol: string;
            /** @description As a decimal */
            amount: string;
            from: string | null;
            /** @description Hash of the transaction */
            txHash: string;
            /** @description Unix ms; when it was paid */
            at: number;
        };
        /** Recoveries */
        Recoveries: {
            /** @constant */
            ok: true;
            /** @description At most 100 */
            recoveries: {
                /** @description Checksummed address */
                merchant: string;
                /** @description Checksummed address */
                owner: string;
                recoveryRemovedAt: number | null;
                typedData: components["schemas"]["TypedData"];
            }[];
        };
        /** RefundBody */
        RefundBody: {
            /** @description Required */
            receiptId?: unknown;
            /** @description Required; the wallet that receives the refund */
            buyer?: unknown;
            /** @description Required without items. With items, it must be what is left of them */
            usd?: unknown;
            /** @description true returns money that the receipt holds beyond its total. The status stays */
            credit?: unknown;
            /** @description The refunded items, each named by lineId, itemId, sku or label: [{lineId?, itemId?, sku?, label?, qty?, priceUsd?}] */
            items?: unknown;
            /** @description The transaction that paid the refund. Without it, the service looks for a token transfer to the buyer */
            txHash?: unknown;
            /** @description For the timeline */
            reason?: unknown;
            /** @description true returns the items named by lineId, itemId or sku to stock, or everything with the last refund */
            restock?: unknown;
        };
        /** RefundEntry */
        RefundEntry: {
            refundId: string;
            usd: number;
            /**
             * @description It returned money beyond the total, not a part of the sale
             * @constant
             */
            credit?: true;
            buyer: string | null;
            items: unknown[];
            txHash: string | null;
            reason: string | null;
            /** @description Whether the refund was seen on chain */
            confirmed: boolean;
            by: string;
            /** @description Unix ms; when it was recorded */
            createdAt: number;
        };
        /** RefundPlan */
        RefundPlan: {
            /** @description Total of the refund */
            usd: number;
            /** @description Tax included in usd */
            tax: number;
            /** @description Processing fee included in usd */
            fee: number;
            /** @description The share that each split recipient received */
            shares: {
                address: string;
                token: string;
                units: string;
            }[];
            transfers: components["schemas"]["PlannedTransfer"][];
            /** @description Payers that never signed for this receipt, such as exchanges, and their parts of the refund. They have no transfer until you list them in `payers`, or name another wallet in `buyer` */
            unverifiedPayers: components["schemas"]["UnverifiedPayer"][];
            /** @description Why the transfers do not cover the whole refund */
            note?: string;
        };
        /** RefundPlanBody */
        RefundPlanBody: {
            /** @description Required */
            receiptId?: unknown;
            /** @description Defaults to what is left of the items, or to the whole remaining amount or credit */
            usd?: unknown;
            /** @description Items to refund, each named by lineId, itemId, sku or label: [{lineId?, itemId?, sku?, label?, qty?, priceUsd?}] */
            items?: unknown;
            /** @description true plans a return of money beyond the total */
            credit?: unknown;
            /** @description Unverified payers that you confirm: [address] */
            payers?: unknown;
            /** @description Another wallet that receives the whole refund */
            buyer?: unknown;
        };
        /** RefundPlanResponse */
        RefundPlanResponse: {
            /** @constant */
            ok: true;
            plan: components["schemas"]["RefundPlan"];
        };
        /**
         * Relayer
         * @description A wallet that pays for gas
         */
        Relayer: {
            address: string;
            /** @description The kinds of transactions it signs */
            signs: ("payments" | "settlement" | "cancellations" | "charges" | "deployments")[];
            /** @description In the native token, for example 0.25 */
            balance: string;
            balanceWei: string;
            /** @description Number of mined transactions */
            nonce: number;
            /** @description Number of mined and pending transactions */
            pendingNonce: number;
        };
        /** RelayerState */
        RelayerState: {
            /** @constant */
            ok: true;
            relayers: {
                address: string;
                signs: string[];
                /** @description In the native token */
                balance: string;
                balanceWei: string;
                nonce: number;
                pendingNonce: number;
            }[] | null;
            budgets: {
                purpose: string | null;
                /** @description Since midnight UTC */
                usedGas: string;
                /** @description Per day */
                maxGas: string;
                /** @description Of transactions whose calls third parties choose */
                revertedGas: string;
                maxRevertedGas: string | null;
            }[];
            /** @description Unix ms; when the budgets start over */
            resetAt: number;
            queue: {
                planned: number;
                signed: number;
                sent: number;
                /** @description Without enough confirmations */
                mined: number;
                /** @description Counted up to 10,000 */
                reverted: number;
                /** @description Counted up to 10,000 */
                failed: number;
                /** @description Transactions that need an operator */
                stuck: number;
                oldestUnminedMs: number;
                /** @description Errors that block transactions */
                blocked: string[];
            };
        };
        /** RequestPage */
        RequestPage: {
            /** @constant */
            ok: true;
            /** @description Newest first */
            requests: components["schemas"]["LoggedRequest"][];
            nextCursor: string | null;
        };
        /** Rescan */
        Rescan: {
            /** @description Addresses of up to 20 other tokens whose balances to read */
            tokens?: unknown;
        };
        /** RescanResponse */
        RescanResponse: {
            /** @constant */
            ok: true;
            /** @description The current address of the receipt */
            depositAddress: string;
            /** @description Balances above zero. Money that is known as a payment is included. */
            balances: components["schemas"]["RescannedBalance"][];
        };
        /** RescannedBalance */
        RescannedBalance: {
            /** @description The address that holds it: the current one, or one of an earlier bill */
            depositAddress: string;
            /** @description Address of the token; null for the native coin */
            token: string | null;
            /** @description Null for a token that the service does not support */
            symbol: string | null;
            /** @description In the smallest unit of the token */
            units: string;
            /** @description The same amount as a decimal; null for a token that the service does not support */
            amount: string | null;
            /** @description Whether a flush to the payout address is planned or under way */
            flushed: boolean;
        };
        /** ResembledShop */
        ResembledShop: {
            /** @description Wallet of the merchant */
            wallet: string;
            name: string;
            slug: string;
        };
        /** ReserveAmounts */
        ReserveAmounts: {
            /** @description Exact decimal */
            reserved: string;
            /** @description Exact decimal */
            releasable: string;
            /** @description Exact decimal */
            deposits: string;
            /** @description Exact decimal */
            wallet: string;
        };
        /** ReserveBalance */
        ReserveBalance: {
            /** @description USDC, USDT, EURC or ETH */
            currency: string;
            /** @description The sum of releasable, deposits and wallet */
            reserved: number;
            /** @description The recommendation for the last 30 days */
            target?: number;
            /** @description Due to the merchant from its splits */
            releasable: number;
            /** @description At deposit addresses of receipts, before the split takes the shares of others */
            deposits: number;
            /** @description In the wallet that payouts go to */
            wallet: number;
            amounts: components["schemas"]["ReserveAmounts"];
        };
        /** ReserveBalances */
        ReserveBalances: {
            balances: components["schemas"]["ReserveBalance"][];
            /** @description Unix ms: when the balances were read; 0 while the database is unavailable */
            updatedAt: number;
            /**
             * @description Not every split or deposit was read, because the merchant has too many
             * @constant
             */
            partial?: true;
            /** @constant */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /**
         * ReserveBasis
         * @enum {string}
         */
        ReserveBasis: "avg_daily_volume" | "refund_rate" | "subscription_forecast" | "tax_liability" | "default";
        /** ReserveDay */
        ReserveDay: {
            /** @description UTC, such as 2026-01-31 */
            date: string;
            currency: string;
            reserved: number;
            target: number;
            /** @description Exact decimal */
            reservedAmount: string;
            /** @description Unix ms: when the balance was read */
            updatedAt: number;
        };
        /** ReserveHistory */
        ReserveHistory: {
            /** @description At most one entry per day and currency, oldest first */
            history: components["schemas"]["ReserveDay"][];
        };
        /** ReservePart */
        ReservePart: {
            basis: components["schemas"]["ReserveBasis"];
            /** @description Tax component, for tax_liability */
            component?: string;
            target: number;
        };
        /** ReserveRecommendation */
        ReserveRecommendation: {
            /** @description A token symbol, ETH, or USD for manual payments */
            currency: string;
            target: number;
            basis: components["schemas"]["ReserveBasis"];
            /** @description Exact decimal */
            targetAmount: string;
            /** @description The amount of every heuristic */
            parts: components["schemas"]["ReservePart"][];
        };
        /** ReserveRecommendations */
        ReserveRecommendations: {
            recommendations: components["schemas"]["ReserveRecommendation"][];
            windowDays: number;
            /** @description Unix ms: when the figures were read */
            updatedAt: number;
            /** @description The settings stored by POST, if any */
            settings?: {
                [key: string]: unknown;
            };
        };
        /** ReserveSettings */
        ReserveSettings: {
            /** @description For example `{"jurisdictions": ["US-CA"], "provider": "manual"}` */
            taxConfig?: {
                jurisdictions?: string[];
                provider?: string;
            } & {
                [key: string]: unknown;
            };
            /** @description Written to the shop's tax settings */
            defaultJurisdictionCode?: string | null;
            /** @description The merchant, if you are a member of several */
            wallet?: string;
        } & {
            [key: string]: unknown;
        };
        /** ResourcePage */
        ResourcePage: {
            /** @constant */
            x402Version: 2;
            items: components["schemas"]["PaidResource"][];
            pagination: components["schemas"]["ResourcePagination"];
        };
        /** ResourcePagination */
        ResourcePagination: {
            limit: number;
            offset: number;
            total: number;
        };
        /** RetriedDelivery */
        RetriedDelivery: {
            /** @constant */
            ok: true;
            deliveryId: string;
        };
        /** RetriedRecord */
        RetriedRecord: {
            /** @constant */
            ok: true;
            id: string;
        };
        /** RetrievedReceipt */
        RetrievedReceipt: {
            receiptId: string;
            /** @description In US dollars */
            totalUsd: number;
            /** @description In the currency of the receipt; native receipts only */
            total?: number;
            currency: components["schemas"]["Currency"];
            lineItems: components["schemas"]["LineItem"][];
            /** @description Unix ms; when it was created */
            createdAt: number;
            /** @description Unix ms; when it last changed */
            updatedAt: number;
            brandName: string;
            /** @description See docs/receipt-status.md */
            status: components["schemas"]["ReceiptStatusName"];
            /** @description The status as one of the eight documented payment statuses */
            paymentStatus: string;
            jurisdictionCode: string | null;
            /** @description 0.095 is 9.5 % */
            taxRate: number;
            taxComponents: string[];
            transactionHash: string | null;
            /** @description Unix ms; of the transaction */
            transactionTimestamp?: number;
            transactionId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            billingAddress: components["schemas"]["BillingAddress"] | null;
            onrampEmail: string | null;
            redirectUrl: string | null;
            returnUrl: string | null;
            webhookUrl: string | null;
            onSuccess: string | null;
            /** @description The payment page */
            paymentUrl: string;
            /** @description The address that receives the payment */
            payoutAddress: string;
            expiresAt: number | null;
            /** @description Whether the payment was recorded manually */
            marked: boolean;
            mismatch: string | null;
            buyerWallet: string | null;
            pricing?: components["schemas"]["ReceiptPricing"];
            /** @description See docs/failures.md */
            failureCode?: string;
            failureCategory?: string;
            failureReason?: string;
            failureAction?: string;
            /** @description partial or full */
            refundStatus?: string;
            refundedUsd?: number;
            /** @description Money beyond the total that was returned */
            creditReturnedUsd?: number;
            refunds: components["schemas"]["RefundEntry"][];
            /** @description Oldest first */
            timeline: components["schemas"]["TimelineEntry"][];
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /** RetryDelivery */
        RetryDelivery: {
            /** @description Wallet of the merchant */
            wallet: string;
            deliveryId: string;
        };
        /** RetryRecord */
        RetryRecord: {
            /** @description Id of a quarantined record */
            id: string;
        };
        /** RevokedKey */
        RevokedKey: {
            /** @constant */
            ok: true;
            id: string;
            /** @constant */
            revoked: true;
        };
        /**
         * Role
         * @enum {string}
         */
        Role: "owner" | "admin" | "cashier" | "viewer";
        /** RotateSecretBody */
        RotateSecretBody: {
            /** @description How long the old secret signs beside the new one; default 24 */
            overlapHours?: number;
        };
        /** RotatedPlanKey */
        RotatedPlanKey: {
            /** @constant */
            ok: true;
            subscriptionId: string;
            key: components["schemas"]["DeveloperKey"];
            /** @description The secret key, shown only once */
            apiKey: string;
        };
        /** RotatedShopSecret */
        RotatedShopSecret: {
            /** @constant */
            ok: true;
            shopSecret: components["schemas"]["NewShopSecret"];
        };
        /** RotatedWebhook */
        RotatedWebhook: {
            /** @constant */
            ok: true;
            webhook: components["schemas"]["RotatedWebhookSecret"];
        };
        /** RotatedWebhookSecret */
        RotatedWebhookSecret: {
            id: string;
            url: string;
            events: components["schemas"]["WebhookKind"][];
            enabled: boolean;
            extendedRetries: boolean;
            /** @description Unix ms */
            createdAt: number;
            /** @description Verifies its deliveries. Shown only once: null when the request is a repetition. */
            secret: string | null;
            /** @description Unix ms; until then the old secret signs as well. Null without one. */
            previousSecretUntil: number | null;
        };
        /** SalesCurrency */
        SalesCurrency: {
            /** @description Token symbol, or `USD` for manual payments */
            currency: string;
            /** @description `eip155:<chain>/<token>`, or `USD` for manual payments */
            asset: string;
            /** @description Decimal amount of the token that sales were paid in */
            amount: string;
            /** @description Decimal amount of the token */
            refundedAmount: string;
            /** @description Value when it was received */
            volume: number;
            /** @description Value when it was received */
            refunds: number;
        };
        /** SalesDay */
        SalesDay: {
            /** @description UTC, such as 2026-01-31 */
            date: string;
            /** @description Sales, minus reversed sales */
            orders: number;
            /** @description Subtotal, taxes and fees */
            volume: number;
            /** @description Volume per order, in whole cents */
            average: number;
            /** @description Before tax and fee */
            subtotal: number;
            taxes: number;
            /** @description Fee lines of receipts */
            fees: number;
            /** @description The platform's share as paid by splits and charges */
            platformFees: number;
            /** @description Refunds recorded in the range, of any sale */
            refunds: number;
            /** @description Volume minus refunds */
            net: number;
        };
        /** SalesFigures */
        SalesFigures: {
            /** @description Sales, minus reversed sales */
            orders: number;
            /** @description Subtotal, taxes and fees */
            volume: number;
            /** @description Volume per order, in whole cents */
            average: number;
            /** @description Before tax and fee */
            subtotal: number;
            taxes: number;
            /** @description Fee lines of receipts */
            fees: number;
            /** @description The platform's share as paid by splits and charges */
            platformFees: number;
            /** @description Refunds recorded in the range, of any sale */
            refunds: number;
            /** @description Volume minus refunds */
            net: number;
        };
        /** SalesSummary */
        SalesSummary: {
            /** @constant */
            ok: true;
            /** @description Start of the first day, Unix ms */
            from: number;
            /** @description End of the last day, Unix ms */
            to: number;
            totals: components["schemas"]["SalesFigures"];
            /** @description Every day of the range, oldest first */
            days: components["schemas"]["SalesDay"][];
            /** @description The highest volume first */
            currencies: components["schemas"]["SalesCurrency"][];
        };
        /** SandboxReset */
        SandboxReset: {
            /** @constant */
            ok: true;
            /** @description Number of deleted receipts */
            receipts: number;
        };
        /**
         * Scope
         * @enum {string}
         */
        Scope: "inventory:read" | "inventory:write" | "orders:create" | "receipts:read" | "receipts:write" | "shop:read" | "split:read" | "users:read" | "graphql:read" | "subscriptions:read" | "subscriptions:write";
        /** SentDelivery */
        SentDelivery: {
            /** @constant */
            ok: true;
            deliveryId: string;
        };
        /** SentPayment */
        SentPayment: {
            txHash: string | null;
            /** @description Unix ms; when it was announced or signed, or when native coin was first seen */
            at: number;
            /** @description Signed by the buyer and submitted by the relayer, so the buyer cannot cancel it */
            isOurs: boolean;
        };
        /** SetPayoutBody */
        SetPayoutBody: {
            /** @description `payout` of the signed message. The zero address restores that of each plan. */
            payout: string;
            /** @description `nonce` of the signed message */
            nonce: number;
            /** @description `deadline` of the signed message: Unix seconds */
            deadline: number;
            /** @description Signature by the wallet key, or one that the contract wallet accepts */
            signature: string;
            /** @description The wallet that signs: one of `signers`. Default: the owner. */
            signer?: string;
            /** @description The merchant, if you belong to several. With a key, it must be that of the key. */
            wallet?: string;
        };
        /** SettlementReport */
        SettlementReport: {
            /** @constant */
            ok: true;
            /** @description Unix ms */
            from: number;
            /** @description Unix ms */
            to: number;
            /** @description All tax components in the report */
            taxes: string[];
            /** @description All recipients in the report */
            recipients: string[];
            /** @description One row per receipt, newest first; all amounts in dollars */
            rows: {
                /** @description Time of sale, ISO 8601 */
                date: string;
                receiptId: string;
                currency: components["schemas"]["Currency"];
                /** @description Tokens of the payment */
                tokens: string[];
                /** @description Before tax and fee */
                subtotal: number;
                /** @description Amount by tax component */
                taxes: {
                    [key: string]: number;
                };
                /** @description Processing fee */
                fee: number;
                /** @description Subtotal, taxes and fee */
                total: number;
                /** @description All refunds of the receipt, including those after the range */
                refunds: number;
                /** @description Total minus refunds */
                net: number;
                /** @description Amount overpaid */
                credit: number;
                /** @description Shares of net and credit by recipient; `manual` for manual payments, `unassigned` for amounts without a recipient */
                recipients: {
                    [key: string]: number;
                };
            }[];
            totals: {
                /** @description Before tax and fee */
                subtotal: number;
                /** @description Amount by tax component */
                taxes: {
                    [key: string]: number;
                };
                /** @description Processing fee */
                fee: number;
                /** @description Subtotal, taxes and fee */
                total: number;
                /** @description All refunds of the receipt, including those after the range */
                refunds: number;
                /** @description Total minus refunds */
                net: number;
                /** @description Amount overpaid */
                credit: number;
                /** @description Shares of net and credit by recipient; `manual` for manual payments, `unassigned` for amounts without a recipient */
                recipients: {
                    [key: string]: number;
                };
            };
            /** @description Money on receipts that were not sold, and money without a receipt */
            receivedNotSold: {
                /** @description One row per receipt, token and transaction, newest first */
                rows: {
                    /** @description Time of the ledger posting, ISO 8601 */
                    date: string;
                    /** @description Null for tokens that were sent straight to a split */
                    receiptId: string | null;
                    /** @description Token symbol, or `USD` for a manual payment */
                    token: string;
                    /** @description Decimal amount of the token; negative if it was returned */
                    amount: string;
                    /** @description Null for amounts below a cent, which share a row */
                    transactionHash: string | null;
                    /** @description Value when it was received; negative if it was returned */
                    usd: number;
                    /** @description Shares by recipient */
                    recipients: {
                        [key: string]: number;
                    };
                }[];
                totals: {
                    /** @description Value when it was received; negative if it was returned */
                    usd: number;
                    /** @description Shares by recipient */
                    recipients: {
                        [key: string]: number;
                    };
                };
            };
        };
        /** SettlementToken */
        SettlementToken: {
            /** @constant */
            symbol: "USDC";
            /** @constant */
            decimals: 6;
            /** @description null on a chain without a known token */
            address: string | null;
            chainId: number;
        };
        /** ShopConfig */
        ShopConfig: {
            /** @description Unique name of the shop in URLs; empty for none */
            slug: string;
            name: string;
            description: string;
            /** @description For example restaurant */
            industryPack: string;
            categories: string[];
            keywords: string[];
            /** @description Whether to list the shop in the directory */
            listed: boolean;
            /** @description listed: the directory shows the shop. review: its name or slug resembles that of a listed shop, and an operator must approve it. rejected: an operator has refused it under this name and slug. */
            listing: components["schemas"]["ListingStatus"];
            /** @description Wallet of the merchant */
            wallet: string;
            /** @description Brand key of the deployment */
            brandKey: string;
            theme: components["schemas"]["ShopTheme"];
            contact: components["schemas"]["ShopContact"];
            layout: components["schemas"]["ShopLayout"];
            tax: components["schemas"]["ShopTax"];
            fees: components["schemas"]["ShopFees"];
            payments: components["schemas"]["ShopPayments"];
            publicOrders: components["schemas"]["ShopPublicOrders"];
            pricing: components["schemas"]["ShopPricing"];
            /** @description Unix ms; 0 before the first change */
            updatedAt: number;
        };
        /** ShopConfigChange */
        ShopConfigChange: {
            /** @description Unique name of the shop in URLs; empty for none */
            slug?: string;
            name?: string;
            description?: string;
            /** @description For example restaurant */
            industryPack?: string;
            categories?: string[];
            keywords?: string[];
            /** @description Whether to list the shop in the directory */
            listed?: boolean;
            theme?: {
                /** @description #rgb, #rgba, #rrggbb or #rrggbbaa */
                primaryColor?: string;
                /** @description #rgb, #rgba, #rrggbb or #rrggbbaa */
                secondaryColor?: string;
                /** @description https URL of an image; empty for none */
                brandLogoUrl?: string;
                /** @description https URL of an image; empty for none */
                brandFaviconUrl?: string;
                /** @description Heading of receipts; empty for the shop name */
                brandName?: string;
                /** @description system-ui, Inter, Georgia, Helvetica, Arial, serif, sans-serif, ... */
                fontFamily?: string;
                /** @description https URL of an image; empty for none */
                receiptBackgroundUrl?: string;
                /** @description https URL of an image; empty for none */
                coverPhotoUrl?: string;
            };
            contact?: {
                /** @description Email address for buyers; empty for none */
                email?: string;
                /** @description https URL of the support page; empty for none */
                url?: string;
                /** @description Phone number for buyers, such as +49 30 1234567; empty for none */
                phone?: string;
                /** @description https URL of the return policy; empty for none */
                returnPolicyUrl?: string;
                /** @description https URL of the terms of sale; empty for none */
                termsUrl?: string;
                /** @description https URL of the privacy policy; empty for none */
                privacyUrl?: string;
            };
            layout?: {
                /** @description grid or list */
                mode?: string;
                showCategories?: boolean;
                showSearch?: boolean;
            };
            tax?: {
                /** @description Jurisdiction of orders that name none, for example US-CA */
                defaultJurisdictionCode?: string | null;
                /** @description 0.095 is 9.5 %; at most six decimals */
                defaultTaxRate?: number | null;
                priceIncludesTax?: boolean;
                /** @description As printed on receipts */
                taxId?: string;
                /** @description Rates that replace the catalog rates */
                overrides?: components["schemas"]["TaxOverride"][];
            };
            fees?: {
                /** @description Percent that the merchant adds to the platform's 0.5; at most four decimals */
                processingFeePct?: number;
            };
            payments?: {
                /** @description One of USDC, USDT, EURC, ETH */
                defaultPaymentToken?: string;
                /** @description USDC, USDT, EURC, ETH */
                acceptedTokens?: string[];
                /** @description Minutes until a receipt expires; null for the default */
                expiryMinutes?: number | null;
            };
            publicOrders?: {
                /** @description Sites that returnUrl of an order without a key may lead to */
                returnOrigins?: string[];
                /** @description Jurisdictions that an order without a key may name */
                jurisdictionCodes?: string[];
            };
            pricing?: {
                /** @description USD, EUR */
                acceptedCurrencies?: string[];
                /** @description Preferred source of exchange rates; null for the deployment's order */
                rateProvider?: string | null;
                ratePins?: {
                    /** @description Dollars per euro, at most six decimals; null for the market rate */
                    EUR?: number | null;
                };
            };
        };
        /** ShopConfigResponse */
        ShopConfigResponse: {
            config: components["schemas"]["ShopConfig"];
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /** ShopConfigUpdated */
        ShopConfigUpdated: {
            /** @constant */
            ok: true;
            config: components["schemas"]["ShopConfig"];
        };
        /**
         * ShopContact
         * @description Shown to buyers on payment pages and receipts
         */
        ShopContact: {
            /** @description Email address for buyers; empty for none */
            email: string;
            /** @description https URL of the support page; empty for none */
            url: string;
            /** @description Phone number for buyers, such as +49 30 1234567; empty for none */
            phone: string;
            /** @description https URL of the return policy; empty for none */
            returnPolicyUrl: string;
            /** @description https URL of the terms of sale; empty for none */
            termsUrl: string;
            /** @description https URL of the privacy policy; empty for none */
            privacyUrl: string;
        };
        /** ShopFees */
        ShopFees: {
            /** @description Percent that the merchant adds to the platform's 0.5; at most four decimals */
            processingFeePct: number;
        };
        /** ShopLayout */
        ShopLayout: {
            /** @enum {string} */
            mode: "grid" | "list";
            showCategories: boolean;
            showSearch: boolean;
        };
        /** ShopOrderBody */
        ShopOrderBody: {
            /** @description At least one {id or sku, qty} */
            items?: unknown;
            /** @description USD or EUR */
            currency?: unknown;
            /** @description One that the shop allows; see publicOrders of its configuration */
            jurisdictionCode?: unknown;
            /** @description After the payment, on a site that the shop allows */
            returnUrl?: unknown;
            /** @description Another name of returnUrl */
            return_url?: unknown;
            /** @description First name for the receipt */
            billingFirstName?: unknown;
            /** @description Another name of billingFirstName */
            customerFirstName?: unknown;
            /** @description Last name for the receipt */
            billingLastName?: unknown;
            /** @description Another name of billingLastName */
            customerLastName?: unknown;
            /** @description Email address for the receipt */
            billingEmail?: unknown;
            /** @description Another name of billingEmail */
            customerEmail?: unknown;
            /** @description Prefills the payment page */
            onrampEmail?: unknown;
            /** @description Phone number for the receipt */
            billingPhone?: unknown;
            /** @description Another name of billingPhone */
            customerPhone?: unknown;
            /** @description First line of the billing address */
            billingAddressLine1?: unknown;
            /** @description Another name of billingAddressLine1 */
            customerAddressLine1?: unknown;
            /** @description Second line of the billing address */
            billingAddressLine2?: unknown;
            /** @description Another name of billingAddressLine2 */
            customerAddressLine2?: unknown;
            /** @description City of the billing address */
            billingAddressCity?: unknown;
            /** @description Another name of billingAddressCity */
            customerAddressCity?: unknown;
            /** @description State of the billing address */
            billingAddressState?: unknown;
            /** @description Another name of billingAddressState */
            customerAddressState?: unknown;
            /** @description Postal code of the billing address */
            billingAddressPostalCode?: unknown;
            /** @description Another name of billingAddressPostalCode */
            customerAddressPostalCode?: unknown;
            /** @description Another name of billingAddressPostalCode */
            billingAddressZip?: unknown;
            /** @description Country of the billing address, two letters */
            billingAddressCountry?: unknown;
            /** @description Another name of billingAddressCountry */
            customerAddressCountry?: unknown;
        };
        /** ShopPayments */
        ShopPayments: {
            defaultPaymentToken: components["schemas"]["PaymentToken"];
            acceptedTokens: components["schemas"]["PaymentToken"][];
            /** @description Minutes until a receipt expires; null for the default */
            expiryMinutes: number | null;
        };
        /** ShopPricing */
        ShopPricing: {
            acceptedCurrencies: components["schemas"]["Currency"][];
            /** @description Preferred source of exchange rates; null for the deployment's order */
            rateProvider: string | null;
            ratePins: components["schemas"]["RatePins"];
        };
        /** ShopPublicOrders */
        ShopPublicOrders: {
            /** @description Sites that returnUrl of an order without a key may lead to */
            returnOrigins: string[];
            /** @description Jurisdictions that an order without a key may name */
            jurisdictionCodes: string[];
        };
        /** ShopSecret */
        ShopSecret: {
            /** @description Unix ms */
            createdAt: number;
            /** @description Unix ms; when it was last replaced */
            updatedAt: number;
            /** @description Unix ms; until then the old secret signs as well. Null without one. */
            previousSecretUntil: number | null;
        };
        /** ShopSecretResponse */
        ShopSecretResponse: {
            /** @constant */
            ok: true;
            /** @description Null before the first one is created */
            shopSecret: components["schemas"]["ShopSecret"] | null;
        };
        /** ShopTax */
        ShopTax: {
            /** @description Jurisdiction of orders that name none, for example US-CA */
            defaultJurisdictionCode: string | null;
            /** @description 0.095 is 9.5 %; at most six decimals */
            defaultTaxRate: number | null;
            priceIncludesTax: boolean;
            /** @description As printed on receipts */
            taxId: string;
            /** @description Rates that replace the catalog rates */
            overrides: components["schemas"]["TaxOverride"][];
        };
        /** ShopTheme */
        ShopTheme: {
            /** @description #rgb, #rgba, #rrggbb or #rrggbbaa */
            primaryColor: string;
            /** @description #rgb, #rgba, #rrggbb or #rrggbbaa */
            secondaryColor: string;
            /** @description https URL of an image; empty for none */
            brandLogoUrl: string;
            /** @description https URL of an image; empty for none */
            brandFaviconUrl: string;
            /** @description Heading of receipts; empty for the shop name */
            brandName: string;
            /** @description system-ui, Inter, Georgia, Helvetica, Arial, serif, sans-serif, ... */
            fontFamily: string;
            /** @description https URL of an image; empty for none */
            receiptBackgroundUrl: string;
            /** @description https URL of an image; empty for none */
            coverPhotoUrl: string;
        };
        /** SignedIn */
        SignedIn: {
            /** @constant */
            ok: true;
            /** @description Checksummed address */
            wallet: string;
            /** @description Send it as `x-csrf-token` with every write */
            csrfToken: string;
        };
        /** SignedOut */
        SignedOut: {
            /** @constant */
            ok: true;
        };
        /** SignedPayment */
        SignedPayment: {
            /** @description USDC (default) or EURC */
            token?: unknown;
            /** @description Required; the wallet that signed */
            payer?: unknown;
            /** @description Required; a string: exactly the amountUnits of the payment option */
            amountUnits?: unknown;
            /** @description Required; Unix seconds, not in the future */
            validAfter?: unknown;
            /** @description Required; Unix seconds, 60 seconds to 24 hours ahead */
            validBefore?: unknown;
            /** @description Required; 0x followed by 64 random hex digits */
            salt?: unknown;
            /** @description Required; signature of ReceiveWithAuthorization (EIP-3009) to the gateway */
            signature?: unknown;
        };
        /** SignedPaymentResponse */
        SignedPaymentResponse: {
            /** @constant */
            ok: true;
            txHash: string | null;
        };
        /** SimulateCustomerBody */
        SimulateCustomerBody: {
            /** @description Subscribe a new test customer to this plan */
            planId?: unknown;
            /** @description Or change what the customer of this subscription has */
            subscriptionId?: unknown;
            /** @description With planId: subscribe, no_balance, no_allowance, expired; default subscribe. With subscriptionId: no_balance, no_allowance, revoked, restored */
            scenario?: unknown;
        };
        /** SiteConfigResponse */
        SiteConfigResponse: {
            theme: components["schemas"]["SiteTheme"];
            defaultPaymentToken: components["schemas"]["PaymentToken"];
            /** @description Platform fee in percent */
            processingFeePct: number;
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /** SiteTheme */
        SiteTheme: {
            /** @description #rgb, #rgba, #rrggbb or #rrggbbaa */
            primaryColor: string;
            /** @description #rgb, #rgba, #rrggbb or #rrggbbaa */
            secondaryColor: string;
            /** @description https URL of an image; empty for none */
            brandLogoUrl: string;
            /** @description https URL of an image; empty for none */
            brandFaviconUrl: string;
            brandName: string;
            /** @description system-ui, Inter, Georgia, Helvetica, Arial, serif, sans-serif, ... */
            fontFamily: string;
            /** @description https URL of an image; empty for none */
            receiptBackgroundUrl: string;
        };
        /**
         * SiwxChallenge
         * @description `info` has the fields of the message to sign, except the address and the chain
         */
        SiwxChallenge: {
            extensions: {
                "sign-in-with-x": {
                    info: {
                        [key: string]: unknown;
                    };
                    supportedChains: {
                        /** @description CAIP-2 */
                        chainId: string;
                        type: string;
                    }[];
                    schema: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** SoldItem */
        SoldItem: {
            /** @enum {string} */
            type: "item" | "discount" | "tip";
            /** @description Null for lines without an inventory item, which count by label */
            itemId: string | null;
            /** @description Null for lines without one */
            sku: string | null;
            label: string;
            /** @description A line without a quantity counts as one */
            qty: number;
            /** @description Receipts with the item */
            receipts: number;
            /** @description Dollars before tax and fee; refunds are included */
            sales: number;
        };
        /** SplitConfig */
        SplitConfig: {
            /** @description Address of the contract */
            address: string;
            chainId: number;
            /**
             * @description Recipients withdraw their shares
             * @constant
             */
            kind: "pull";
            recipients: components["schemas"]["SplitRecipient"][];
            /** @constant */
            totalBps: 10000;
            /** @description Wallet of the merchant */
            owner: string;
            /** @description Hash of our deployment transaction once it is mined, otherwise null */
            deployedTx: string | null;
            /**
             * @description `planned`: deployed with its first distribution. `pending`: its deployment is under way. `failed`: its deployment failed; the next distribution retries it. Payments to its address are safe in every status and wait there.
             * @enum {string}
             */
            status: "planned" | "pending" | "deployed" | "failed";
            /** @description Number of the merchant's split, starting at 1 */
            version: number;
            /** @description Unix ms */
            createdAt: number;
        };
        /** SplitConfigResponse */
        SplitConfigResponse: {
            /** @constant */
            ok: true;
            /** @description Whether there is a split, deployed or not. Its address is valid for payments. */
            configured: boolean;
            split: components["schemas"]["SplitConfig"] | null;
            /** @description Present when the merchant has no split and its wallet is a contract, which may refuse payments in the chain's native coin */
            warning?: string;
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /** SplitDeployed */
        SplitDeployed: {
            /** @constant */
            ok: true;
            split: components["schemas"]["SplitConfig"];
        };
        /** SplitDeployment */
        SplitDeployment: {
            /** @description 1 to 16 recipients, including the platform. Shares must sum to 9950, or to 10000, which is scaled down. The platform's 50 are added. */
            recipients: {
                address: string;
                /** @description A whole number from 1 to 10000; 50 is 0.5 % */
                sharesBps: number;
                /** @description Display name, at most 80 characters */
                label?: string;
            }[];
            /** @description Address of a split contract deployed by our factory that pays your wallet. Omit it for a new one. */
            address?: string;
            /** @description Salt of the contract at `address`, if you deployed it yourself */
            salt?: string;
            /** @description Chain that payments settle on */
            chainId?: number;
            /** @description `now` deploys the contract at once. Omit it to deploy the contract with its first distribution. */
            deploy?: string;
        };
        /** SplitRecipient */
        SplitRecipient: {
            address: string;
            /** @description 50 is 0.5 % */
            sharesBps: number;
            /** @enum {string} */
            role: "merchant" | "platform" | "partner";
            /** @description Display name, at most 80 characters */
            label?: string;
        };
        /** SplitTransaction */
        SplitTransaction: {
            id: string;
            receiptId: string;
            /** @description Symbol of the token */
            currency: string;
            /** @description In that token */
            amount: number;
            /** @description The platform's share of it */
            fees: number;
            /** @description released once the split paid its recipients; failed when a reorg removed the payment */
            status: "pending" | "released" | "failed";
            transactionHash: string;
            /** @description When it was paid (ISO 8601) */
            timestamp: string;
        };
        /** StatusPosted */
        StatusPosted: {
            /** @constant */
            ok: true;
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /** SubscribeBody */
        SubscribeBody: {
            /** @description Required; starter, pro or enterprise */
            planKey?: unknown;
        };
        /** Subscribed */
        Subscribed: {
            /** @constant */
            ok: true;
            plan: string;
            priceUsd: number;
            subscriptionId: string;
            /** @description Shown once; null when the response is repeated, or when others submitted the payment */
            apiKey: string | null;
            message: string;
        };
        /** Subscription */
        Subscription: {
            subscriptionId: string;
            planId: string;
            planName: string;
            merchantWallet: string;
            customerWallet: string;
            /** @description See docs/subscriptions.md */
            status: components["schemas"]["SubscriptionStatusName"];
            /** @description The price at the time of subscribing */
            priceUsd: number;
            period: components["schemas"]["BillingPeriod"];
            /** @description Unix ms; null when no charge is planned */
            nextChargeAt: number | null;
            /** @description Unix ms; null before the first charge */
            lastChargeAt: number | null;
            lastChargeStatus: components["schemas"]["ChargeStatus"] | null;
            /** @description Since the last successful charge */
            failedAttempts: number;
            /** @description Unix ms; null before the first period and after the last */
            currentPeriodStart: number | null;
            /** @description Unix ms; null before the first period and after the last */
            currentPeriodEnd: number | null;
            /** @description Base units that the permission still allows in the current period */
            remainingAllowance: string;
            permissionHash: string;
            /** @description Unix ms */
            createdAt: number;
            /** @description Unix ms; null unless canceled */
            canceledAt: number | null;
            /** @description Null unless canceled */
            onChain: components["schemas"]["CancellationOnChain"] | null;
        };
        /** SubscriptionCanceledEvent */
        SubscriptionCanceledEvent: {
            /** @constant */
            event: "subscription.canceled";
            subscriptionId: string;
            planId: string;
            /** @description See docs/subscriptions.md */
            status: components["schemas"]["SubscriptionStatusName"];
            merchantWallet: string;
            /** @description The wallet that subscribed */
            customerWallet: string;
            /** @description Unix ms; null when no charge is planned */
            nextChargeAt: number | null;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
        };
        /** SubscriptionChargeAtRiskEvent */
        SubscriptionChargeAtRiskEvent: {
            /** @constant */
            event: "subscription.charge_at_risk";
            subscriptionId: string;
            planId: string;
            /** @description See docs/subscriptions.md */
            status: components["schemas"]["SubscriptionStatusName"];
            merchantWallet: string;
            /** @description The wallet that subscribed */
            customerWallet: string;
            /** @description Unix ms; null when no charge is planned */
            nextChargeAt: number | null;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            /** @description Counted from zero at the start of the permission */
            periodIndex: number;
            amountUsd: number;
            /** @description Address of the token */
            token: string;
            /** @description See docs/subscriptions.md */
            failureCode: components["schemas"]["ChargeFailure"];
        };
        /** SubscriptionChargeFailedEvent */
        SubscriptionChargeFailedEvent: {
            /** @constant */
            event: "subscription.charge_failed";
            subscriptionId: string;
            planId: string;
            /** @description See docs/subscriptions.md */
            status: components["schemas"]["SubscriptionStatusName"];
            merchantWallet: string;
            /** @description The wallet that subscribed */
            customerWallet: string;
            /** @description Unix ms; null when no charge is planned */
            nextChargeAt: number | null;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            /** @description Counted from zero at the start of the permission */
            periodIndex: number;
            amountUsd: number;
            /** @description Address of the token */
            token: string;
            billingEventId: string;
            /** @description Unix ms */
            periodStart: number;
            /** @description Unix ms */
            periodEnd: number;
            /** @description Counted from one in each period */
            attempt: number;
            /** @description The platform's fee, inside the amount */
            feeUsd: number;
            txHash: string | null;
            /** @description See docs/subscriptions.md */
            failureCode: components["schemas"]["ChargeFailure"];
            nextAttemptAt: number | null;
        };
        /** SubscriptionChargeUpcomingEvent */
        SubscriptionChargeUpcomingEvent: {
            /** @constant */
            event: "subscription.charge_upcoming";
            subscriptionId: string;
            planId: string;
            /** @description See docs/subscriptions.md */
            status: components["schemas"]["SubscriptionStatusName"];
            merchantWallet: string;
            /** @description The wallet that subscribed */
            customerWallet: string;
            /** @description Unix ms; null when no charge is planned */
            nextChargeAt: number | null;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            /** @description Counted from zero at the start of the permission */
            periodIndex: number;
            amountUsd: number;
            /** @description Address of the token */
            token: string;
        };
        /** SubscriptionChargedEvent */
        SubscriptionChargedEvent: {
            /** @constant */
            event: "subscription.charged";
            subscriptionId: string;
            planId: string;
            /** @description See docs/subscriptions.md */
            status: components["schemas"]["SubscriptionStatusName"];
            merchantWallet: string;
            /** @description The wallet that subscribed */
            customerWallet: string;
            /** @description Unix ms; null when no charge is planned */
            nextChargeAt: number | null;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
            /** @description Counted from zero at the start of the permission */
            periodIndex: number;
            amountUsd: number;
            /** @description Address of the token */
            token: string;
            billingEventId: string;
            /** @description Unix ms */
            periodStart: number;
            /** @description Unix ms */
            periodEnd: number;
            /** @description Counted from one in each period */
            attempt: number;
            /** @description The platform's fee, inside the amount */
            feeUsd: number;
            txHash: string | null;
            /** @description The receipt that the charge paid */
            receiptId: string;
            /** @description True when it was mined after a cancellation or pause. Refund the receipt. */
            refundDue: boolean;
        };
        /** SubscriptionCohort */
        SubscriptionCohort: {
            /** @description Month of start, UTC, such as 2026-01 */
            month: string;
            started: number;
            /** @description Subscriptions that lasted beyond the month of start, beyond the month after it, and so on until now */
            retained: number[];
        };
        /** SubscriptionCreatedEvent */
        SubscriptionCreatedEvent: {
            /** @constant */
            event: "subscription.created";
            subscriptionId: string;
            planId: string;
            /** @description See docs/subscriptions.md */
            status: components["schemas"]["SubscriptionStatusName"];
            merchantWallet: string;
            /** @description The wallet that subscribed */
            customerWallet: string;
            /** @description Unix ms; null when no charge is planned */
            nextChargeAt: number | null;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
        };
        /** SubscriptionExpiredEvent */
        SubscriptionExpiredEvent: {
            /** @constant */
            event: "subscription.expired";
            subscriptionId: string;
            planId: string;
            /** @description See docs/subscriptions.md */
            status: components["schemas"]["SubscriptionStatusName"];
            merchantWallet: string;
            /** @description The wallet that subscribed */
            customerWallet: string;
            /** @description Unix ms; null when no charge is planned */
            nextChargeAt: number | null;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
        };
        /** SubscriptionForecast */
        SubscriptionForecast: {
            /** @constant */
            success: true;
            /** @description Subscriptions on this page, at most 500 */
            subscriptions: number;
            totals: components["schemas"]["ForecastTotals"];
            /** @description Today and the following days */
            days: components["schemas"]["ForecastDay"][];
            /** @description Not null when more subscriptions follow. Add the sums of all pages. */
            nextCursor: string | null;
        };
        /**
         * SubscriptionOutline
         * @description A subscription as anyone sees it who knows its id
         */
        SubscriptionOutline: {
            subscriptionId: string;
            /** @description See docs/subscriptions.md */
            status: components["schemas"]["SubscriptionStatusName"];
            planName: string;
            /** @description Unix ms; null when no charge is planned */
            nextChargeAt: number | null;
        };
        /** SubscriptionPausedEvent */
        SubscriptionPausedEvent: {
            /** @constant */
            event: "subscription.paused";
            subscriptionId: string;
            planId: string;
            /** @description See docs/subscriptions.md */
            status: components["schemas"]["SubscriptionStatusName"];
            merchantWallet: string;
            /** @description The wallet that subscribed */
            customerWallet: string;
            /** @description Unix ms; null when no charge is planned */
            nextChargeAt: number | null;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
        };
        /** SubscriptionPayout */
        SubscriptionPayout: {
            /** @constant */
            success: true;
            /** @description The wallet that signs */
            signer: string;
            /** @description The wallets in the terms of your plans, that of the newest plan first */
            signers: string[];
            override: string | null;
            /** @description The nonce of the next signature */
            nonce: number;
            pending: string | null;
            /** @description The payout of new plans */
            newPlansPayout: string;
            problem: string | null;
            typedData: {
                domain: {
                    [key: string]: unknown;
                };
                types: {
                    [key: string]: unknown;
                };
                primaryType: string;
                message: {
                    [key: string]: unknown;
                };
            } | null;
        };
        /** SubscriptionPayoutChanged */
        SubscriptionPayoutChanged: {
            /** @constant */
            success: true;
            signer: string;
            payout: string;
            nonce: number;
            /**
             * @description `done` once the change is final on chain
             * @enum {string}
             */
            status: "pending" | "done";
            txHash: string | null;
        };
        /** SubscriptionReport */
        SubscriptionReport: {
            /** @constant */
            ok: true;
            /** @description Start of the first day, Unix ms */
            from: number;
            /** @description End of the last day, Unix ms */
            to: number;
            /** @description Monthly recurring revenue now: prices of active subscriptions for 30 days */
            mrr: number;
            /** @description Active or past due now */
            active: number;
            /** @description Unpaid now */
            unpaid: number;
            /** @description Paused now */
            paused: number;
            /** @description Started in the range */
            new: number;
            /** @description Canceled, revoked or expired in the range */
            churned: number;
            /** @description churned divided by the subscriptions that the range began with or that started in it, 0 to 1 */
            churnRate: number;
            /** @description Charges in the range, minus reversed charges */
            charges: number;
            /** @description Dollars charged in the range, fee included */
            charged: number;
            /** @description The twelve months up to the end of the range, oldest first */
            cohorts: components["schemas"]["SubscriptionCohort"][];
        };
        /** SubscriptionResponse */
        SubscriptionResponse: {
            /** @constant */
            success: true;
            subscription: components["schemas"]["SubscriptionSummary"];
        };
        /** SubscriptionResumedEvent */
        SubscriptionResumedEvent: {
            /** @constant */
            event: "subscription.resumed";
            subscriptionId: string;
            planId: string;
            /** @description See docs/subscriptions.md */
            status: components["schemas"]["SubscriptionStatusName"];
            merchantWallet: string;
            /** @description The wallet that subscribed */
            customerWallet: string;
            /** @description Unix ms; null when no charge is planned */
            nextChargeAt: number | null;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
        };
        /** SubscriptionRevokedEvent */
        SubscriptionRevokedEvent: {
            /** @constant */
            event: "subscription.revoked";
            subscriptionId: string;
            planId: string;
            /** @description See docs/subscriptions.md */
            status: components["schemas"]["SubscriptionStatusName"];
            merchantWallet: string;
            /** @description The wallet that subscribed */
            customerWallet: string;
            /** @description Unix ms; null when no charge is planned */
            nextChargeAt: number | null;
            /** @description Unix ms */
            timestamp: number;
            brandKey: string;
        };
        /**
         * SubscriptionStatus
         * @description With `subscriptionId` it has `subscription`. With a wallet it has `subscriptions` and `nextCursor`.
         */
        SubscriptionStatus: {
            /** @constant */
            success: true;
            subscription?: components["schemas"]["Subscription"] | components["schemas"]["SubscriptionOutline"];
            /** @description Newest first */
            subscriptions?: components["schemas"]["Subscription"][];
            /** @description Null on the last page */
            nextCursor?: string | null;
        };
        /**
         * SubscriptionStatusName
         * @enum {string}
         */
        SubscriptionStatusName: "active" | "past_due" | "unpaid" | "paused" | "canceled" | "revoked" | "expired";
        /** SubscriptionSummary */
        SubscriptionSummary: {
            subscriptionId: string;
            /** @description See docs/subscriptions.md */
            status: components["schemas"]["SubscriptionStatusName"];
            /** @description Unix ms; null when no charge is planned */
            nextChargeAt: number | null;
        };
        /** SuspendMerchant */
        SuspendMerchant: {
            /** @description Must not be blank. Stored in the audit log, which the merchant’s owner and admins can read */
            reason: string;
        };
        /** TaxCatalogue */
        TaxCatalogue: {
            /** @constant */
            ok: true;
            /** @description Sorted by country, region and code */
            jurisdictions: components["schemas"]["TaxJurisdiction"][];
            /**
             * @description Source of the catalog
             * @constant
             */
            provider: "static";
            /** @description Unix ms; when the catalog was last checked */
            updatedAt: number;
            /**
             * @description Set while the database is unavailable
             * @constant
             */
            degraded?: true;
            /** @constant */
            reason?: "datastore_unavailable";
        };
        /** TaxComponent */
        TaxComponent: {
            /** @description For example state */
            code: string;
            /** @description For example State */
            name: string;
            /** @description 0.06 is 6 % */
            rate: number;
        };
        /** TaxJurisdiction */
        TaxJurisdiction: {
            /** @description For example US-CA */
            code: string;
            /** @description ISO 3166-1, or XI for Northern Ireland */
            country: string;
            /** @description ISO 3166-2 without the country; null for the whole country */
            region: string | null;
            name: string;
            /** @description 0.06 is 6 % */
            rate: number;
            /** @description Components that orders can select; their rates sum to `rate` */
            components: {
                code: string;
                name: string;
                /** @description 0.06 is 6 % */
                rate: number;
            }[];
            /** @description First day of the rate; null for rates set by the merchant */
            effectiveFrom: string | null;
            /** @description Publisher of the rate */
            source: string;
            /**
             * @description Whether the rate comes from the catalog or from the shop configuration
             * @enum {string}
             */
            kind: "catalogue" | "merchant";
        };
        /** TaxOverride */
        TaxOverride: {
            /** @description Jurisdiction, for example US-CA */
            code: string;
            components: components["schemas"]["TaxComponent"][];
        };
        /** TaxPeriod */
        TaxPeriod: {
            /** @description Such as 2026-01-31, 2026-01 or 2026-Q1 */
            period: string;
            /** @description Null for sales without a jurisdiction */
            jurisdictionCode: string | null;
            /** @description Sales, minus reversed sales */
            orders: number;
            /** @description Dollars before tax and fee */
            sales: number;
            /** @description Dollars refunded in the period, tax and fee included */
            refunds: number;
            /** @description Dollars of tax collected, minus the tax of refunds */
            tax: number;
            /** @description Dollars of tax in the refunds of the period */
            refundedTax: number;
            /** @description The tax by component; `tax` for a rate without components */
            components: {
                [key: string]: number;
            };
        };
        /** TaxReport */
        TaxReport: {
            /** @constant */
            ok: true;
            /** @description Start of the first day, Unix ms */
            from: number;
            /** @description End of the last day, Unix ms */
            to: number;
            /** @description By period, then by jurisdiction */
            rows: components["schemas"]["TaxPeriod"][];
            totals: components["schemas"]["TaxTotals"];
        };
        /** TaxTotals */
        TaxTotals: {
            /** @description Sales, minus reversed sales */
            orders: number;
            /** @description Dollars before tax and fee */
            sales: number;
            /** @description Dollars refunded in the period, tax and fee included */
            refunds: number;
            /** @description Dollars of tax collected, minus the tax of refunds */
            tax: number;
            /** @description Dollars of tax in the refunds of the period */
            refundedTax: number;
            /** @description The tax by component; `tax` for a rate without components */
            components: {
                [key: string]: number;
            };
        };
        /** TerminalBody */
        TerminalBody: {
            /** @description Before tax and fee, in dollars */
            amountUsd?: unknown;
            /** @description Before tax and fee, in currency; send either amount or amountUsd */
            amount?: unknown;
            /** @description Catalog items {id or sku, qty}; with items, the amount is optional */
            items?: unknown;
            /** @description USD or EUR; with an amount the default is USD, else as in orders */
            currency?: unknown;
            /** @description Of the amount. Default: Payment */
            label?: unknown;
            /** @description Reduces the subtotal before tax, in the currency of the receipt */
            discount?: unknown;
            /** @description The same in dollars; send either discount or discountUsd */
            discountUsd?: unknown;
            /** @description Without tax and fee, in the currency of the receipt */
            tip?: unknown;
            /** @description The same in dollars; send either tip or tipUsd */
            tipUsd?: unknown;
            /** @description For status webhooks */
            webhook_url?: unknown;
            /** @description Another name of webhook_url */
            webhookUrl?: unknown;
            /** @description e.g. US-CA */
            jurisdictionCode?: unknown;
            /** @description 0 to 1; replaces the rate of the jurisdiction */
            taxRate?: unknown;
            /** @description Only these components of the jurisdiction */
            taxComponents?: unknown;
        };
        /** TestWebhookBody */
        TestWebhookBody: {
            /** @description The id of a webhook. Pass either this or url */
            webhookId?: string;
            /** @description Any other URL */
            url?: string;
            /** @description The status in the test event; default completed */
            status?: components["schemas"]["ReceiptStatusName"];
        };
        /** TimelineEntry */
        TimelineEntry: {
            /** @description A status, or another type of entry such as refund_partial */
            status: string;
            previousStatus: string | null;
            /** @description Unix ms; when it happened */
            at: number;
            /** @description A wallet, the id of a developer key, or a part of the service */
            by: string;
            note?: string;
            transactionHash?: string;
        } & {
            [key: string]: unknown;
        };
        /** TransactionPage */
        TransactionPage: {
            /** @constant */
            ok: true;
            /** @description Newest first */
            transactions: components["schemas"]["OutgoingTransaction"][];
            nextCursor: string | null;
        };
        /** TrialBalance */
        TrialBalance: {
            /** @constant */
            ok: true;
            accounts: {
                /** @description Account name; docs/ledger.md explains each */
                account: string;
                symbol: string | null;
                /** @description `eip155:<chain>/<token>`, or `USD` for manual payments */
                asset: string;
                /** @description Decimal amount */
                debit: string;
                /** @description Decimal amount */
                credit: string;
                /** @description Debits minus credits */
                balance: string;
                /** @description Balance in the smallest unit of the asset */
                balanceUnits: string;
                /** @description Dollar value at the time of receipt */
                balanceUsd: number;
            }[];
            totals: {
                /** @description `eip155:<chain>/<token>`, or `USD` for manual payments */
                asset: string;
                /** @description Decimal amount */
                debit: string;
                /** @description Decimal amount */
                credit: string;
                /** @description Debits minus credits */
                balance: string;
            }[];
            /** @description Whether all accounts add up to zero */
            balanced: boolean;
        };
        /**
         * TypedData
         * @description EIP-712 message for `eth_signTypedData_v4`
         */
        TypedData: {
            domain: {
                [key: string]: unknown;
            };
            types: {
                [key: string]: unknown;
            };
            primaryType: string;
            message: {
                [key: string]: unknown;
            };
        };
        /** UnverifiedPayer */
        UnverifiedPayer: {
            address: string;
            token: string;
            units: string;
        };
        /**
         * UpdateBillingPlanBody
         * @description Omitted fields keep their values
         */
        UpdateBillingPlanBody: {
            planId: string;
            /** @description The merchant, if you belong to several. With a key, it must be that of the key. */
            wallet?: string;
            /** @description 1 to 80 characters */
            name?: string;
            /** @description At most 1,000 characters */
            description?: string;
            /** @description Per period: 0.01 to 1,000,000, at most two decimals */
            priceUsd?: number;
            /** @description WEEKLY is 7 days, BIWEEKLY 14, MONTHLY 30, QUARTERLY 90 and YEARLY 365 */
            period?: components["schemas"]["BillingPeriod"];
            /** @description Whether customers can subscribe */
            active?: boolean;
            /** @description Days before the first charge: 0 (default) to 365 */
            trialDays?: number;
            /** @description Days after a failed charge before the subscription becomes unpaid: 0 to 30, default 7 */
            graceDays?: number;
        };
        /**
         * UpdateWebhookBody
         * @description Omitted fields keep their values
         */
        UpdateWebhookBody: {
            /** @description An absolute https URL; http is allowed in sandbox mode */
            url?: string;
            /** @description The event kinds it receives; default receipt.status_updated only. The other receipt kinds stand for a single status. */
            events?: components["schemas"]["WebhookKind"][];
            /** @description Whether it receives events; default true */
            enabled?: boolean;
            /** @description Whether failed deliveries are retried beyond the usual two attempts; default false */
            extendedRetries?: boolean;
        };
        /** UploadedPicture */
        UploadedPicture: {
            /** @constant */
            ok: true;
            picture: components["schemas"]["Picture"];
        };
        /** UpsertItemBody */
        UpsertItemBody: {
            /** @description Updates this item, including its SKU; omit it to find the item by SKU */
            id?: string;
            /** @description Required for a new item; an existing item with this SKU is updated */
            sku?: string;
            /** @description Required for a new item */
            name?: string;
            description?: string;
            category?: string;
            tags?: string[];
            /** @description At most two decimals; null removes it */
            priceUsd?: number | null;
            /** @description Native price; null removes it */
            price?: number | null;
            /** @description Currency of price: USD (default) or EUR */
            currency?: string | null;
            priceIncludesTax?: boolean;
            /** @description Default: true */
            taxable?: boolean;
            /** @description Default: -1 (unlimited) */
            stockQty?: number;
            /** @description Addresses of uploaded pictures, small PNG, JPEG, WebP, GIF or AVIF images as data URIs, or other https URLs */
            images?: string[];
            industryPack?: string;
            attributes?: {
                [key: string]: unknown;
            };
            active?: boolean;
        };
        /** UpsertedItem */
        UpsertedItem: {
            /** @constant */
            ok: true;
            item: components["schemas"]["InventoryItem"];
            /** @description false if the item existed */
            created: boolean;
        };
        /**
         * User
         * @description A public user
         */
        User: {
            id: string;
            /** @description Checksummed address */
            wallet: string;
            displayName: string;
            handle: string;
            bio: string;
            avatarUrl: string | null;
            xp: number;
            /** @description Level n takes 100 * (n - 1)^2 XP */
            level: number;
            /** @description Whether the user was seen in the last five minutes */
            live: boolean;
            metrics: components["schemas"]["UserMetrics"];
            /** @description Unix ms */
            joinedAt: number;
            lastSeenAt: number | null;
        };
        /** UserMetrics */
        UserMetrics: {
            /** @description Public users who follow this user */
            followers: number;
            /** @description Public users whom this user follows */
            following: number;
            /** @description Receipts sold and paid on chain, without refunded ones */
            sales: number;
            /** @description Receipts paid on chain, without refunded ones */
            purchases: number;
        };
        /** UserPage */
        UserPage: {
            /** @constant */
            ok: true;
            users: components["schemas"]["User"][];
            meta: components["schemas"]["UserPageMeta"];
        };
        /** UserPageMeta */
        UserPageMeta: {
            /** @description Number of matches, counted up to 1,000 */
            total: number;
            limit: number;
            offset: number;
        };
        /** Webhook */
        Webhook: {
            id: string;
            url: string;
            events: components["schemas"]["WebhookKind"][];
            enabled: boolean;
            extendedRetries: boolean;
            /** @description Unix ms */
            createdAt: number;
        };
        /**
         * WebhookKind
         * @enum {string}
         */
        WebhookKind: "receipt.status_updated" | "receipt.oversold" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.charge_upcoming" | "subscription.charge_at_risk" | "subscription.paused" | "subscription.resumed" | "subscription.canceled" | "subscription.revoked" | "subscription.expired" | "receipt.generated" | "receipt.link_opened" | "receipt.buyer_logged_in" | "receipt.checkout_initialized" | "receipt.pending" | "receipt.checkout_success" | "receipt.tx_mined" | "receipt.recipient_validated" | "receipt.tx_mismatch" | "receipt.paid" | "receipt.completed" | "receipt.reconciled" | "receipt.failed" | "receipt.refund_requested" | "receipt.refunded";
        /** Webhooks */
        Webhooks: {
            /** @constant */
            ok: true;
            /** @description Oldest first */
            webhooks: components["schemas"]["Webhook"][];
        };
        /** WithdrawGone */
        WithdrawGone: {
            /** @constant */
            error: "gone";
            message: string;
            /** @description Address of the merchant's split contract, or null */
            splitAddress: string | null;
            /** @description Functions to call on the contract */
            abi: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Version of the API */
        "X-Api-Version": string;
        /** @description Fields of the request that the operation does not know, separated by commas */
        "X-Ignored-Fields": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getStart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/html": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getWellKnownDidJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getWellKnownX402: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAdminJournalQuarantine: {
        parameters: {
            query?: {
                /** @description 1 to 100, default 50 */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "records": [
                     *         {
                     *           "id": "tea-1001",
                     *           "kind": "text",
                     *           "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "reason": "text",
                     *           "acceptedAt": 1767225600000,
                     *           "quarantinedAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["QuarantinePage"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postAdminJournalQuarantineRetry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "tea-1001"
                 *     }
                 */
                "application/json": components["schemas"]["RetryRecord"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "id": "tea-1001"
                     *     }
                     */
                    "application/json": components["schemas"]["RetriedRecord"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAdminListings: {
        parameters: {
            query?: {
                /** @description 1 to 100, default 50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "listings": [
                     *         {
                     *           "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "name": "Green tea",
                     *           "slug": "blue-bottle",
                     *           "since": 1,
                     *           "resembles": []
                     *         }
                     *       ],
                     *       "total": 5
                     *     }
                     */
                    "application/json": components["schemas"]["PendingListings"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postAdminListings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "name": "Green tea",
                 *       "slug": "blue-bottle",
                 *       "decision": "approve"
                 *     }
                 */
                "application/json": components["schemas"]["ListingDecision"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "listing": "unlisted"
                     *     }
                     */
                    "application/json": components["schemas"]["DecidedListing"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAdminMerchants: {
        parameters: {
            query?: {
                /** @description A wallet of a merchant or owner, or a part of a shop’s name or slug */
                q?: string;
                /** @description One of active, suspended, unclaimed */
                status?: string;
                /** @description One of starter, pro, enterprise */
                plan?: string;
                /** @description 1 to 100, default 50 */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "merchants": [
                     *         {
                     *           "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "owner": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "name": "Green tea",
                     *           "slug": "blue-bottle",
                     *           "plan": "starter",
                     *           "status": "active",
                     *           "suspendedAt": 1767225600000,
                     *           "suspendedReason": "text",
                     *           "createdAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["MerchantPage"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAdminMerchantsWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Wallet of the merchant
                 * @example 0x52908400098527886E0F7030069857D2E4169EE7
                 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "merchant": {
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "owner": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "name": "Green tea",
                     *         "slug": "blue-bottle",
                     *         "plan": "starter",
                     *         "status": "active",
                     *         "suspendedAt": 1767225600000,
                     *         "suspendedReason": "text",
                     *         "createdAt": 1767225600000,
                     *         "subscriptions": [
                     *           {
                     *             "id": "tea-1001",
                     *             "plan": "starter",
                     *             "callsPerMinute": 1,
                     *             "paidUntil": 1,
                     *             "createdAt": 1767225600000
                     *           }
                     *         ],
                     *         "members": 1,
                     *         "keys": 1,
                     *         "receipts": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MerchantDetails"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAdminMerchantsWalletLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Wallet of the merchant
                 * @example 0x52908400098527886E0F7030069857D2E4169EE7
                 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "isOwn": true,
                     *       "limits": {},
                     *       "inForce": {}
                     *     }
                     */
                    "application/json": components["schemas"]["MerchantLimits"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    putAdminMerchantsWalletLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Wallet of the merchant
                 * @example 0x52908400098527886E0F7030069857D2E4169EE7
                 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limits": {}
                 *     }
                 */
                "application/json": components["schemas"]["MerchantLimitChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "isOwn": true,
                     *       "limits": {},
                     *       "inForce": {}
                     *     }
                     */
                    "application/json": components["schemas"]["MerchantLimits"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postAdminMerchantsWalletPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Wallet of the merchant
                 * @example 0x52908400098527886E0F7030069857D2E4169EE7
                 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "starter"
                 *     }
                 */
                "application/json": components["schemas"]["MerchantPlanChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "merchant": {
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "owner": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "name": "Green tea",
                     *         "slug": "blue-bottle",
                     *         "plan": "starter",
                     *         "status": "active",
                     *         "suspendedAt": 1767225600000,
                     *         "suspendedReason": "text",
                     *         "createdAt": 1767225600000,
                     *         "subscriptions": [
                     *           {
                     *             "id": "tea-1001",
                     *             "plan": "starter",
                     *             "callsPerMinute": 1,
                     *             "paidUntil": 1,
                     *             "createdAt": 1767225600000
                     *           }
                     *         ],
                     *         "members": 1,
                     *         "keys": 1,
                     *         "receipts": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MerchantDetails"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postAdminMerchantsWalletResume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Wallet of the merchant
                 * @example 0x52908400098527886E0F7030069857D2E4169EE7
                 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "merchant": {
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "owner": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "name": "Green tea",
                     *         "slug": "blue-bottle",
                     *         "plan": "starter",
                     *         "status": "active",
                     *         "suspendedAt": 1767225600000,
                     *         "suspendedReason": "text",
                     *         "createdAt": 1767225600000,
                     *         "subscriptions": [
                     *           {
                     *             "id": "tea-1001",
                     *             "plan": "starter",
                     *             "callsPerMinute": 1,
                     *             "paidUntil": 1,
                     *             "createdAt": 1767225600000
                     *           }
                     *         ],
                     *         "members": 1,
                     *         "keys": 1,
                     *         "receipts": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MerchantDetails"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postAdminMerchantsWalletSuspend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Wallet of the merchant
                 * @example 0x52908400098527886E0F7030069857D2E4169EE7
                 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "text"
                 *     }
                 */
                "application/json": components["schemas"]["SuspendMerchant"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "merchant": {
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "owner": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "name": "Green tea",
                     *         "slug": "blue-bottle",
                     *         "plan": "starter",
                     *         "status": "active",
                     *         "suspendedAt": 1767225600000,
                     *         "suspendedReason": "text",
                     *         "createdAt": 1767225600000,
                     *         "subscriptions": [
                     *           {
                     *             "id": "tea-1001",
                     *             "plan": "starter",
                     *             "callsPerMinute": 1,
                     *             "paidUntil": 1,
                     *             "createdAt": 1767225600000
                     *           }
                     *         ],
                     *         "members": 1,
                     *         "keys": 1,
                     *         "receipts": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MerchantDetails"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAdminRelayer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "relayers": [
                     *         {
                     *           "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "signs": [],
                     *           "balance": "text",
                     *           "balanceWei": "text",
                     *           "nonce": 1,
                     *           "pendingNonce": 1
                     *         }
                     *       ],
                     *       "budgets": [
                     *         {
                     *           "purpose": "text",
                     *           "usedGas": "text",
                     *           "maxGas": "text",
                     *           "revertedGas": "text",
                     *           "maxRevertedGas": "text"
                     *         }
                     *       ],
                     *       "resetAt": 1767225600000,
                     *       "queue": {
                     *         "planned": 1,
                     *         "signed": 1,
                     *         "sent": 1,
                     *         "mined": 1,
                     *         "reverted": 1,
                     *         "failed": 1,
                     *         "stuck": 1,
                     *         "oldestUnminedMs": 1,
                     *         "blocked": [
                     *           "text"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RelayerState"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAdminVolume: {
        parameters: {
            query?: {
                /** @description First day in UTC, as YYYY-MM-DD. Default: 29 days before `to` */
                from?: string;
                /** @description Last day in UTC, at most 366 days. Default: today */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "from": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "to": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "days": [
                     *         {
                     *           "day": "2026-01-01",
                     *           "asset": "USDC",
                     *           "symbol": "USDC",
                     *           "sales": "text",
                     *           "salesUsd": 4.5,
                     *           "fees": "text",
                     *           "feesUsd": 4.5,
                     *           "refunds": "text",
                     *           "refundsUsd": 4.5,
                     *           "plans": "text",
                     *           "plansUsd": 4.5
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformVolume"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAdminWebhooksFailed: {
        parameters: {
            query?: {
                /** @description 1 to 100, default 50 */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "deliveries": [
                     *         {
                     *           "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "deliveryId": "tea-1001",
                     *           "event": "text",
                     *           "receiptId": "tea-1001",
                     *           "url": "https://shop.example/thanks",
                     *           "attempts": 1,
                     *           "lastError": "text",
                     *           "lastHttpStatus": 1,
                     *           "createdAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["FailedDeliveryPage"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postAdminWebhooksFailedRetry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "deliveryId": "tea-1001"
                 *     }
                 */
                "application/json": components["schemas"]["RetryDelivery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "deliveryId": "tea-1001"
                     *     }
                     */
                    "application/json": components["schemas"]["RetriedDelivery"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAudit: {
        parameters: {
            query?: {
                /** @description Return only changes with this action */
                action?: string;
                /** @description 1 to 100, default 50 */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "entries": [
                     *         {
                     *           "seq": 1,
                     *           "at": 1767225600000,
                     *           "actor": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "role": "text",
                     *           "action": "text",
                     *           "target": "text",
                     *           "before": {},
                     *           "after": {},
                     *           "correlationId": "tea-1001",
                     *           "hash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b"
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAuthChallenge: {
        parameters: {
            query: {
                /** @description Path of the resource, such as `/api/shop/config` */
                path: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "extensions": {
                     *         "sign-in-with-x": {
                     *           "info": {},
                     *           "supportedChains": [
                     *             {
                     *               "chainId": "tea-1001",
                     *               "type": "text"
                     *             }
                     *           ],
                     *           "schema": {}
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SiwxChallenge"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "text",
                 *       "signature": "0x1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c",
                 *       "asBuyer": true
                 *     }
                 */
                "application/json": {
                    /** @description EIP-4361 message with the nonce of GET /api/auth/nonce */
                    message: string;
                    /** @description Signature by the wallet key, or one that the contract wallet accepts */
                    signature: string;
                    /** @description Sign in to pay: creates no merchant. Payment pages send true. */
                    asBuyer?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "csrfToken": "USDC"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postAuthLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "everywhere": true
                 *     }
                 */
                "application/json": {
                    /** @description Also end all other sessions */
                    everywhere?: boolean;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["SignedOut"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAuthMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "merchants": [
                     *         {
                     *           "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "name": "Green tea",
                     *           "role": "owner"
                     *         }
                     *       ],
                     *       "isOperator": true,
                     *       "csrfToken": "USDC"
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAuthNonce: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "nonce": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *       "expiresAt": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["Nonce"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getBillingBalance: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "balance": 1,
                     *       "unit": "seconds",
                     *       "grantedSeconds": 1,
                     *       "usedSeconds": 1,
                     *       "remainingSeconds": 1,
                     *       "expiresAt": 1767225600000,
                     *       "plan": {
                     *         "key": "starter",
                     *         "name": "Green tea",
                     *         "priceUsd": 4.5,
                     *         "renewsAt": 1767225600000
                     *       },
                     *       "updatedAt": 1767225600000,
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Balance"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getBillingLimits: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "isOwn": true,
                     *       "isEstablished": true,
                     *       "plans": [
                     *         {
                     *           "subscriptionId": "tea-1001",
                     *           "plan": "starter",
                     *           "paidUntil": 1,
                     *           "calls": {
                     *             "limit": 1,
                     *             "used": 1,
                     *             "resetAt": 1767225600000
                     *           },
                     *           "receipts": {
                     *             "limit": 1,
                     *             "used": 1,
                     *             "resetAt": 1767225600000
                     *           }
                     *         }
                     *       ],
                     *       "limits": [
                     *         {
                     *           "name": "Green tea",
                     *           "counts": "text",
                     *           "windowSeconds": 1,
                     *           "limit": 1,
                     *           "used": 1,
                     *           "resetAt": 1767225600000
                     *         }
                     *       ],
                     *       "updatedAt": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["LimitsInForce"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getChain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "chain": {
                     *         "chainId": 84532,
                     *         "blockNumber": 1,
                     *         "blockHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *         "blockTime": 1767225600000,
                     *         "relayer": {
                     *           "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "signs": [],
                     *           "balance": "text",
                     *           "balanceWei": "text",
                     *           "nonce": 1,
                     *           "pendingNonce": 1
                     *         },
                     *         "relayers": [],
                     *         "contracts": [],
                     *         "tokens": [],
                     *         "outgoing": {
                     *           "planned": 1,
                     *           "signed": 1,
                     *           "sent": 1,
                     *           "mined": 1,
                     *           "reverted": 1,
                     *           "final": 1,
                     *           "failed": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChainResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getChainTransactions: {
        parameters: {
            query?: {
                /** @description One of planned, signed, sent, mined, reverted, final, failed */
                state?: string;
                /** @description 1 to 200, default 50 */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "transactions": [
                     *         {
                     *           "id": "tea-1001",
                     *           "key": "text",
                     *           "purpose": "text",
                     *           "merchant": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "state": "planned",
                     *           "to": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "valueWei": "text",
                     *           "signer": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "nonce": 1,
                     *           "hash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *           "generation": 1,
                     *           "bumps": 1,
                     *           "blockNumber": 1,
                     *           "gasUsed": 1,
                     *           "error": "text",
                     *           "isStuck": true,
                     *           "createdAt": 1767225600000,
                     *           "stateSince": 1
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["TransactionPage"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postCronChargeSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "processed": 1,
                     *       "succeeded": 1,
                     *       "failed": 1,
                     *       "pending": 1,
                     *       "durationMs": 1,
                     *       "results": [
                     *         {
                     *           "subscriptionId": "tea-1001",
                     *           "success": true,
                     *           "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *           "error": "balance",
                     *           "amountUsd": 4.5
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ChargeAllResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getDirectoryShops: {
        parameters: {
            query?: {
                /** @description Search words. Each must match part of the name, a keyword, a category or the description, ignoring case and accents. */
                q?: string;
                /** @description Comma-separated; matches shops with any of these, as whole terms */
                categories?: string;
                /** @description Comma-separated; matches shops with any of these, as whole terms */
                keywords?: string;
                /** @description Number of shops to skip, default 0 */
                offset?: number;
                /** @description 1 to 50, default 20 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "directory": [
                     *         {
                     *           "name": "Green tea",
                     *           "slug": "blue-bottle",
                     *           "description": "text",
                     *           "categories": [],
                     *           "keywords": [],
                     *           "industryPack": "text",
                     *           "theme": {
                     *             "brandLogoUrl": "https://shop.example/thanks",
                     *             "coverPhotoUrl": "https://shop.example/thanks"
                     *           }
                     *         }
                     *       ],
                     *       "meta": {
                     *         "totalReturned": 5,
                     *         "limit": 1,
                     *         "offset": 1,
                     *         "brandContext": "text",
                     *         "total": 5
                     *       },
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["DirectoryPage"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getDirectoryShopsSlugFeed: {
        parameters: {
            query?: {
                /** @description From 1 */
                page?: number;
                /** @description 1 to 200, default 200 */
                limit?: number;
            };
            header?: never;
            path: {
                /** @example blue-bottle */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "products": [
                     *         {
                     *           "id": "tea-1001",
                     *           "title": "text",
                     *           "description": "text",
                     *           "link": "text",
                     *           "price": "text",
                     *           "availability": "in_stock",
                     *           "product_type": "text",
                     *           "image_link": "text",
                     *           "additional_image_link": []
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "limit": 1,
                     *       "total": 5,
                     *       "totalPages": 5,
                     *       "hasMore": true
                     *     }
                     */
                    "application/json": components["schemas"]["ProductFeed"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example null */
                    "application/json": null;
                };
            };
            /** @description Permanent Redirect */
            308: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getDirectoryShopsSlugItems: {
        parameters: {
            query?: {
                /** @description Words that must all appear in the name, SKU, description, category or tags; ignores case and accents */
                q?: string;
                /** @description Exact category */
                category?: string;
                /** @description In US dollars */
                priceMin?: number;
                /** @description In US dollars */
                priceMax?: number;
                /** @description Separated by commas */
                tags?: string;
                /** @description any (default) or all */
                tagsMode?: string;
                /** @description name, sku, priceUsd, updatedAt; default name */
                sort?: string;
                /** @description asc (default) or desc */
                order?: string;
                /** @description 1 to 200, default 50 */
                limit?: number;
                /** @description From 1 */
                page?: number;
                /** @description data: pictures as data URIs, up to 512 KiB per page; default: their addresses */
                images?: string;
            };
            header?: never;
            path: {
                /** @example blue-bottle */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "items": [
                     *         {
                     *           "sku": "TEA-1",
                     *           "name": "Green tea",
                     *           "description": "text",
                     *           "category": "text",
                     *           "tags": [],
                     *           "priceUsd": 4.5,
                     *           "price": 4.5,
                     *           "currency": "USD",
                     *           "priceIncludesTax": true,
                     *           "taxable": true,
                     *           "images": [],
                     *           "inStock": true
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "limit": 1,
                     *       "total": 5,
                     *       "totalPages": 5,
                     *       "hasMore": true,
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["CataloguePage"];
                };
            };
            /** @description Permanent Redirect */
            308: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postDirectoryShopsSlugOrders: {
        parameters: {
            query?: {
                /** @description 0 leaves out the thumb of every line */
                thumbs?: string;
            };
            header?: {
                /** @description A retry with the same key is not executed again and returns the original response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example blue-bottle */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "sku": "TEA-1",
                 *           "qty": 2
                 *         }
                 *       ],
                 *       "onrampEmail": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ShopOrderBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable",
                     *       "receipt": {
                     *         "receiptId": "tea-1001",
                     *         "totalUsd": 4.5,
                     *         "total": 4.5,
                     *         "currency": "USD",
                     *         "lineItems": [
                     *           {
                     *             "label": "Green tea",
                     *             "priceUsd": 4.5
                     *           }
                     *         ],
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "brandName": "Green tea",
                     *         "status": "generated",
                     *         "paymentStatus": "paid",
                     *         "jurisdictionCode": "https://shop.example/thanks",
                     *         "taxRate": 0.0825,
                     *         "taxComponents": [
                     *           "text"
                     *         ],
                     *         "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *         "transactionTimestamp": 1767225600000,
                     *         "transactionId": "tea-1001",
                     *         "metadata": {},
                     *         "billingAddress": {
                     *           "firstName": "Green tea",
                     *           "lastName": "Green tea",
                     *           "phone": "text",
                     *           "email": "ada@example.com",
                     *           "line1": "text",
                     *           "line2": "text",
                     *           "city": "text",
                     *           "state": "text",
                     *           "zip": "text",
                     *           "country": "US"
                     *         },
                     *         "onrampEmail": "ada@example.com",
                     *         "redirectUrl": "https://shop.example/thanks",
                     *         "returnUrl": "https://shop.example/thanks",
                     *         "webhookUrl": "https://shop.example/thanks",
                     *         "onSuccess": "text",
                     *         "paymentUrl": "https://shop.example/thanks",
                     *         "payoutAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "expiresAt": 1767225600000,
                     *         "marked": true,
                     *         "mismatch": "text",
                     *         "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "pricing": {
                     *           "version": 1,
                     *           "currency": "USD",
                     *           "usdPerUnit": 4.5,
                     *           "quotedAt": 1767225600000,
                     *           "provider": "text",
                     *           "originalTotal": 4.5,
                     *           "originalLineItems": []
                     *         },
                     *         "failureCode": "text",
                     *         "failureCategory": "text",
                     *         "failureReason": "text",
                     *         "failureAction": "text",
                     *         "refundStatus": "paid",
                     *         "refundedUsd": 4.5,
                     *         "creditReturnedUsd": 4.5,
                     *         "refunds": [
                     *           {
                     *             "refundId": "tea-1001",
                     *             "usd": 4.5,
                     *             "buyer": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "items": [],
                     *             "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *             "reason": "text",
                     *             "confirmed": true,
                     *             "by": "text",
                     *             "createdAt": 1767225600000
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "status": "paid",
                     *             "previousStatus": "paid",
                     *             "at": 1767225600000,
                     *             "by": "text"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PlacedOrder"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postDirectoryShopsSlugQuote: {
        parameters: {
            query?: {
                /** @description 0 leaves out the thumb of every line */
                thumbs?: string;
            };
            header?: never;
            path: {
                /** @example blue-bottle */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "sku": "TEA-1",
                 *           "qty": 2
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ShopOrderBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "quote": {
                     *         "currency": "USD",
                     *         "total": 4.5,
                     *         "totalUsd": 4.5,
                     *         "lineItems": [
                     *           {
                     *             "label": "Green tea",
                     *             "priceUsd": 4.5
                     *           }
                     *         ],
                     *         "jurisdictionCode": "https://shop.example/thanks",
                     *         "taxRate": 0.0825,
                     *         "taxComponents": [
                     *           "text"
                     *         ],
                     *         "taxBreakdown": [
                     *           {
                     *             "code": "US-CA",
                     *             "name": "Green tea",
                     *             "rate": 0.0825,
                     *             "amount": 4.5
                     *           }
                     *         ],
                     *         "expiresAt": 1767225600000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotedOrder"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getEvents: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous page; defaults to the beginning */
                after?: string;
                /** @description 1 to 200, default 100. A page of large events ends earlier */
                limit?: number;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": "tea-1001",
                     *           "createdAt": 1767225600000,
                     *           "event": "receipt.status_updated",
                     *           "receiptId": "tea-1001",
                     *           "status": "generated",
                     *           "previousStatus": "generated",
                     *           "failureCode": "text",
                     *           "failureCategory": "text",
                     *           "failureReason": "text",
                     *           "failureAction": "text",
                     *           "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *           "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "totalUsd": 4.5,
                     *           "customerTotalUsd": 4.5,
                     *           "onrampSourceAmountUsd": 4.5,
                     *           "token": "USDC",
                     *           "timestamp": 1767225600000,
                     *           "brandKey": "text",
                     *           "onrampSessionId": "tea-1001",
                     *           "isOnrampSessionUnique": true,
                     *           "transactionId": "tea-1001",
                     *           "metadata": {},
                     *           "oversold": [],
                     *           "subscriptionId": "tea-1001",
                     *           "planId": "tea-1001",
                     *           "customerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "nextChargeAt": 1767225600000,
                     *           "periodIndex": 1,
                     *           "amountUsd": 4.5,
                     *           "billingEventId": "tea-1001",
                     *           "periodStart": 1,
                     *           "periodEnd": 1,
                     *           "attempt": 1,
                     *           "feeUsd": 4.5,
                     *           "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *           "refundDue": true,
                     *           "nextAttemptAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getEventsStream: {
        parameters: {
            query?: {
                /** @description A nextCursor, or the id of a streamed event */
                after?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: {
                /** @description Takes precedence over after; clients send it when they reconnect */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/event-stream": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getGraphql: {
        parameters: {
            query?: {
                /** @description A GraphQL document without mutations */
                query?: string;
                /** @description A JSON object */
                variables?: string;
                /** @description Required when the document has several operations */
                operationName?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {},
                     *       "errors": [
                     *         {
                     *           "message": "text",
                     *           "path": [],
                     *           "extensions": {
                     *             "code": "US-CA"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["GraphqlResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postGraphql: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "{ users(limit: 1) { items { handle } } }"
                 *     }
                 */
                "application/json": components["schemas"]["GraphqlRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {},
                     *       "errors": [
                     *         {
                     *           "message": "text",
                     *           "path": [],
                     *           "extensions": {
                     *             "code": "US-CA"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["GraphqlResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getInventory: {
        parameters: {
            query?: {
                /** @description Words that must all appear in the name, SKU, description, category or tags; ignores case and accents */
                q?: string;
                /** @description Exact category */
                category?: string;
                /** @description In US dollars */
                priceMin?: number;
                /** @description In US dollars */
                priceMax?: number;
                /** @description Separated by commas */
                tags?: string;
                /** @description any (default) or all */
                tagsMode?: string;
                /** @description name, sku, priceUsd, stockQty, updatedAt; default updatedAt */
                sort?: string;
                /** @description asc or desc (default) */
                order?: string;
                /** @description 1 to 200, default 50 */
                limit?: number;
                /** @description From 1 */
                page?: number;
                /** @description data: pictures as data URIs, up to 512 KiB per page; default: their addresses */
                images?: string;
                /** @description true, false or any */
                taxable?: string;
                /** @description in, out or any */
                stock?: string;
                /** @description Exact industry pack */
                pack?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "items": [
                     *         {
                     *           "id": "tea-1001",
                     *           "sku": "TEA-1",
                     *           "name": "Green tea",
                     *           "description": "text",
                     *           "category": "text",
                     *           "tags": [],
                     *           "priceUsd": 4.5,
                     *           "price": 4.5,
                     *           "currency": "USD",
                     *           "priceIncludesTax": true,
                     *           "taxable": true,
                     *           "stockQty": 1,
                     *           "reservedQty": 1,
                     *           "images": [],
                     *           "industryPack": "text",
                     *           "attributes": {},
                     *           "active": true,
                     *           "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "createdAt": 1767225600000,
                     *           "updatedAt": 1767225600000
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "limit": 1,
                     *       "total": 5,
                     *       "totalPages": 5,
                     *       "hasMore": true,
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["InventoryPage"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postInventory: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: {
                /** @description A retry with the same key is not executed again and returns the original response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sku": "TEA-1",
                 *       "name": "Green tea",
                 *       "priceUsd": 4.5,
                 *       "stockQty": 100,
                 *       "category": "Drinks",
                 *       "tags": [
                 *         "hot"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpsertItemBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "item": {
                     *         "id": "tea-1001",
                     *         "sku": "TEA-1",
                     *         "name": "Green tea",
                     *         "description": "text",
                     *         "category": "text",
                     *         "tags": [
                     *           "text"
                     *         ],
                     *         "priceUsd": 4.5,
                     *         "price": 4.5,
                     *         "currency": "USD",
                     *         "priceIncludesTax": true,
                     *         "taxable": true,
                     *         "stockQty": 1,
                     *         "reservedQty": 1,
                     *         "images": [
                     *           "text"
                     *         ],
                     *         "industryPack": "text",
                     *         "attributes": {},
                     *         "active": true,
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000
                     *       },
                     *       "created": true
                     *     }
                     */
                    "application/json": components["schemas"]["UpsertedItem"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    deleteInventory: {
        parameters: {
            query?: {
                /** @description Required */
                id?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "id": "tea-1001",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedItem"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getInventoryExport: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/csv": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postInventoryImport: {
        parameters: {
            query?: {
                /** @description As in the body, for a file sent as text/csv: true or false */
                dryRun?: boolean;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: {
                /** @description A retry with the same key is not executed again and returns the original response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "csv": "sku,name,priceUsd\nTEA-1,Green tea,4.50\n",
                 *       "dryRun": true
                 *     }
                 */
                "application/json": components["schemas"]["ImportItemsBody"];
                /** @example text */
                "text/csv": string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "dryRun": true,
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "unchanged": 1,
                     *       "rows": [
                     *         {
                     *           "line": 1,
                     *           "sku": "TEA-1",
                     *           "action": "text",
                     *           "before": {},
                     *           "after": {}
                     *         }
                     *       ],
                     *       "truncated": true,
                     *       "problems": [
                     *         {
                     *           "line": 1,
                     *           "message": "text"
                     *         }
                     *       ],
                     *       "problemCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ImportedItems"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getInvitations: {
        parameters: {
            query?: {
                /** @description Return only the invitation of this merchant */
                merchant?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "invitations": [
                     *         {
                     *           "id": "tea-1001",
                     *           "merchant": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "role": "owner",
                     *           "createdAt": 1767225600000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Invitations"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postInvitationsIdAccept: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "invitation": {
                     *         "id": "tea-1001",
                     *         "merchant": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "role": "owner",
                     *         "createdAt": 1767225600000,
                     *         "joinedAt": 1767225600000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationAccepted"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postInvitationsIdDecline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "id": "tea-1001",
                     *       "declined": true
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationDeclined"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getKeys: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "keys": [
                     *         {
                     *           "id": "tea-1001",
                     *           "prefix": "text",
                     *           "name": "Green tea",
                     *           "scopes": [],
                     *           "createdAt": 1767225600000,
                     *           "lastUsedAt": 1767225600000,
                     *           "expiresAt": 1767225600000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DeveloperKeys"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postKeys: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: {
                /** @description A retry with the same key is not executed again and returns the original response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop",
                 *       "scopes": [
                 *         "orders:create",
                 *         "receipts:read"
                 *       ]
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @description Defaults to all scopes of the plan */
                    scopes?: components["schemas"]["Scope"][];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "key": {
                     *         "id": "tea-1001",
                     *         "prefix": "text",
                     *         "name": "Green tea",
                     *         "scopes": [
                     *           "inventory:read"
                     *         ],
                     *         "createdAt": 1767225600000,
                     *         "lastUsedAt": 1767225600000,
                     *         "expiresAt": 1767225600000
                     *       },
                     *       "apiKey": "tsk_example"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postKeysClaim: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "apiKey": "tsk_example"
                 *     }
                 */
                "application/json": {
                    /** @description A key of the merchant */
                    apiKey: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "merchant": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "owner": "0x52908400098527886E0F7030069857D2E4169EE7"
                     *     }
                     */
                    "application/json": components["schemas"]["ClaimedMerchant"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postKeysRotate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "subscriptionId": "tea-1001"
                 *     }
                 */
                "application/json": {
                    /** @description Defaults to your best plan in force */
                    subscriptionId?: string;
                } | null;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "subscriptionId": "tea-1001",
                     *       "key": {
                     *         "id": "tea-1001",
                     *         "prefix": "text",
                     *         "name": "Green tea",
                     *         "scopes": [
                     *           "inventory:read"
                     *         ],
                     *         "createdAt": 1767225600000,
                     *         "lastUsedAt": 1767225600000,
                     *         "expiresAt": 1767225600000
                     *       },
                     *       "apiKey": "tsk_example"
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedPlanKey"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    deleteKeysId: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "id": "tea-1001",
                     *       "revoked": true
                     *     }
                     */
                    "application/json": components["schemas"]["RevokedKey"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postKeysIdRotate: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: {
                /** @description A retry with the same key is not executed again and returns the original response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "graceHours": 1
                 *     }
                 */
                "application/json": {
                    /** @description Hours that the old key keeps working; default 24 */
                    graceHours?: number;
                } | null;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "key": {
                     *         "id": "tea-1001",
                     *         "prefix": "text",
                     *         "name": "Green tea",
                     *         "scopes": [
                     *           "inventory:read"
                     *         ],
                     *         "createdAt": 1767225600000,
                     *         "lastUsedAt": 1767225600000,
                     *         "expiresAt": 1767225600000
                     *       },
                     *       "apiKey": "tsk_example"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getLedgerTrialBalance: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "accounts": [
                     *         {
                     *           "account": "text",
                     *           "symbol": "USDC",
                     *           "asset": "USDC",
                     *           "debit": "text",
                     *           "credit": "text",
                     *           "balance": "text",
                     *           "balanceUnits": "4000000",
                     *           "balanceUsd": 4.5
                     *         }
                     *       ],
                     *       "totals": [
                     *         {
                     *           "asset": "USDC",
                     *           "debit": "text",
                     *           "credit": "text",
                     *           "balance": "text"
                     *         }
                     *       ],
                     *       "balanced": true
                     *     }
                     */
                    "application/json": components["schemas"]["TrialBalance"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postMedia: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example text */
                "image/*": string;
                /** @example text */
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "picture": {
                     *         "hash": "3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *         "url": "https://shop.example/thanks",
                     *         "thumbUrl": "https://shop.example/thanks",
                     *         "width": 1,
                     *         "height": 1,
                     *         "bytes": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedPicture"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getMembers: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "members": [
                     *         {
                     *           "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "role": "owner",
                     *           "invitedBy": "text",
                     *           "createdAt": 1767225600000,
                     *           "joinedAt": 1767225600000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Members"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postMembers: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: {
                /** @description A retry with the same key is not executed again and returns the original response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "member": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "role": "owner"
                 *     }
                 */
                "application/json": {
                    /** @description Wallet to invite. `wallet` names the merchant. */
                    member: string;
                    role: components["schemas"]["Role"];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "member": {
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "role": "owner",
                     *         "invitedBy": "text",
                     *         "createdAt": 1767225600000,
                     *         "joinedAt": 1767225600000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postMembersLeave: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "member": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "removed": true
                     *     }
                     */
                    "application/json": components["schemas"]["MemberRemoved"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    putMembersMember: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path: {
                /** @example 0x52908400098527886E0F7030069857D2E4169EE7 */
                member: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "owner"
                 *     }
                 */
                "application/json": {
                    role: components["schemas"]["Role"];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "member": {
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "role": "owner",
                     *         "invitedBy": "text",
                     *         "createdAt": 1767225600000,
                     *         "joinedAt": 1767225600000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    deleteMembersMember: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path: {
                /** @example 0x52908400098527886E0F7030069857D2E4169EE7 */
                member: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "member": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "removed": true
                     *     }
                     */
                    "application/json": components["schemas"]["MemberRemoved"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postMerchants: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "merchant": {
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "name": "Green tea",
                     *         "role": "owner"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MerchantResponse"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "merchant": {
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "name": "Green tea",
                     *         "role": "owner"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MerchantResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postOrders: {
        parameters: {
            query?: {
                /** @description 0 leaves out the thumb of every line */
                thumbs?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: {
                /** @description A retry with the same key is not executed again and returns the original response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "sku": "TEA-1",
                 *           "qty": 2
                 *         }
                 *       ],
                 *       "jurisdictionCode": "US-CA",
                 *       "transactionId": "A-17",
                 *       "webhook_url": "https://shop.example/hooks"
                 *     }
                 */
                "application/json": components["schemas"]["OrderBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable",
                     *       "receipt": {
                     *         "receiptId": "tea-1001",
                     *         "totalUsd": 4.5,
                     *         "total": 4.5,
                     *         "currency": "USD",
                     *         "lineItems": [
                     *           {
                     *             "label": "Green tea",
                     *             "priceUsd": 4.5
                     *           }
                     *         ],
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "brandName": "Green tea",
                     *         "status": "generated",
                     *         "paymentStatus": "paid",
                     *         "jurisdictionCode": "https://shop.example/thanks",
                     *         "taxRate": 0.0825,
                     *         "taxComponents": [
                     *           "text"
                     *         ],
                     *         "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *         "transactionTimestamp": 1767225600000,
                     *         "transactionId": "tea-1001",
                     *         "metadata": {},
                     *         "billingAddress": {
                     *           "firstName": "Green tea",
                     *           "lastName": "Green tea",
                     *           "phone": "text",
                     *           "email": "ada@example.com",
                     *           "line1": "text",
                     *           "line2": "text",
                     *           "city": "text",
                     *           "state": "text",
                     *           "zip": "text",
                     *           "country": "US"
                     *         },
                     *         "onrampEmail": "ada@example.com",
                     *         "redirectUrl": "https://shop.example/thanks",
                     *         "returnUrl": "https://shop.example/thanks",
                     *         "webhookUrl": "https://shop.example/thanks",
                     *         "onSuccess": "text",
                     *         "paymentUrl": "https://shop.example/thanks",
                     *         "payoutAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "expiresAt": 1767225600000,
                     *         "marked": true,
                     *         "mismatch": "text",
                     *         "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "pricing": {
                     *           "version": 1,
                     *           "currency": "USD",
                     *           "usdPerUnit": 4.5,
                     *           "quotedAt": 1767225600000,
                     *           "provider": "text",
                     *           "originalTotal": 4.5,
                     *           "originalLineItems": []
                     *         },
                     *         "failureCode": "text",
                     *         "failureCategory": "text",
                     *         "failureReason": "text",
                     *         "failureAction": "text",
                     *         "refundStatus": "paid",
                     *         "refundedUsd": 4.5,
                     *         "creditReturnedUsd": 4.5,
                     *         "refunds": [
                     *           {
                     *             "refundId": "tea-1001",
                     *             "usd": 4.5,
                     *             "buyer": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "items": [],
                     *             "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *             "reason": "text",
                     *             "confirmed": true,
                     *             "by": "text",
                     *             "createdAt": 1767225600000
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "status": "paid",
                     *             "previousStatus": "paid",
                     *             "at": 1767225600000,
                     *             "by": "text"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PlacedOrder"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postOrdersQuote: {
        parameters: {
            query?: {
                /** @description 0 leaves out the thumb of every line */
                thumbs?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "sku": "TEA-1",
                 *           "qty": 2
                 *         }
                 *       ],
                 *       "jurisdictionCode": "US-CA"
                 *     }
                 */
                "application/json": components["schemas"]["OrderBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "quote": {
                     *         "currency": "USD",
                     *         "total": 4.5,
                     *         "totalUsd": 4.5,
                     *         "lineItems": [
                     *           {
                     *             "label": "Green tea",
                     *             "priceUsd": 4.5
                     *           }
                     *         ],
                     *         "jurisdictionCode": "https://shop.example/thanks",
                     *         "taxRate": 0.0825,
                     *         "taxComponents": [
                     *           "text"
                     *         ],
                     *         "taxBreakdown": [
                     *           {
                     *             "code": "US-CA",
                     *             "name": "Green tea",
                     *             "rate": 0.0825,
                     *             "amount": 4.5
                     *           }
                     *         ],
                     *         "expiresAt": 1767225600000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuotedOrder"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getOwner: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "merchant": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "owner": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "recoveryWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "recoveryRemovedAt": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["Owner"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getOwnerMessage: {
        parameters: {
            query: {
                action: "transfer" | "register-recovery-wallet" | "remove-recovery-wallet";
                /** @description The new owner, or the recovery wallet */
                other: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "typedData": {
                     *         "domain": {},
                     *         "types": {},
                     *         "primaryType": "text",
                     *         "message": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OwnershipMessage"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postOwnerRecover: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "merchant": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "nonce": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "expiresAt": 1767225600000,
                 *       "signature": "0x1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c"
                 *     }
                 */
                "application/json": {
                    /** @description Wallet of the merchant */
                    merchant: string;
                    /** @description `nonce` of the signed message */
                    nonce: string;
                    /** @description `expiresAt` of the signed message: Unix ms, at most one day ahead */
                    expiresAt: number;
                    /** @description Signature by the wallet key, or one that the contract wallet accepts */
                    signature: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "merchant": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "owner": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "recoveryWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "recoveryRemovedAt": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["Owner"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getOwnerRecoveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "recoveries": [
                     *         {
                     *           "merchant": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "owner": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "recoveryRemovedAt": 1767225600000,
                     *           "typedData": {
                     *             "domain": {},
                     *             "types": {},
                     *             "primaryType": "text",
                     *             "message": {}
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Recoveries"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postOwnerRecoveryWallet: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recoveryWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "nonce": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "expiresAt": 1767225600000,
                 *       "ownerSignature": "0x1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c",
                 *       "recoverySignature": "0x1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c"
                 *     }
                 */
                "application/json": {
                    recoveryWallet: string;
                    /** @description `nonce` of the signed message */
                    nonce: string;
                    /** @description `expiresAt` of the signed message: Unix ms, at most one day ahead */
                    expiresAt: number;
                    /** @description Signature by the wallet key, or one that the contract wallet accepts */
                    ownerSignature: string;
                    /** @description Signature by the wallet key, or one that the contract wallet accepts */
                    recoverySignature: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "merchant": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "owner": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "recoveryWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "recoveryRemovedAt": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["Owner"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postOwnerRecoveryWalletRemove: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nonce": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "expiresAt": 1767225600000,
                 *       "ownerSignature": "0x1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c",
                 *       "recoverySignature": "0x1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c"
                 *     }
                 */
                "application/json": {
                    /** @description `nonce` of the signed message */
                    nonce: string;
                    /** @description `expiresAt` of the signed message: Unix ms, at most one day ahead */
                    expiresAt: number;
                    /** @description Signature by the wallet key, or one that the contract wallet accepts */
                    ownerSignature?: string;
                    /** @description Signature by the wallet key, or one that the contract wallet accepts */
                    recoverySignature?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "merchant": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "owner": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "recoveryWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "recoveryRemovedAt": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["Owner"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postOwnerTransfer: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "newOwner": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "nonce": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "expiresAt": 1767225600000,
                 *       "ownerSignature": "0x1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c",
                 *       "newOwnerSignature": "0x1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c"
                 *     }
                 */
                "application/json": {
                    newOwner: string;
                    /** @description `nonce` of the signed message */
                    nonce: string;
                    /** @description `expiresAt` of the signed message: Unix ms, at most one day ahead */
                    expiresAt: number;
                    /** @description Signature by the wallet key, or one that the contract wallet accepts */
                    ownerSignature: string;
                    /** @description Signature by the wallet key, or one that the contract wallet accepts */
                    newOwnerSignature: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "merchant": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "owner": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "recoveryWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "recoveryRemovedAt": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["Owner"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getPortalId: {
        parameters: {
            query?: {
                /** @description The merchant's wallet or split. Required without k, unless the service generated the id. */
                recipient?: string;
                /** @description The signature in the paymentUrl. Without it, a receipt with an id of your choice shows only what is needed to pay. */
                k?: string;
                /** @description 0 leaves out the thumb of every line */
                thumbs?: string;
            };
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "receiptId": "tea-1001",
                     *       "status": "generated",
                     *       "paymentStatus": "paid",
                     *       "brandName": "Green tea",
                     *       "theme": {
                     *         "primaryColor": "text",
                     *         "secondaryColor": "text",
                     *         "brandLogoUrl": "https://shop.example/thanks",
                     *         "brandFaviconUrl": "https://shop.example/thanks",
                     *         "brandName": "Green tea",
                     *         "fontFamily": "text",
                     *         "receiptBackgroundUrl": "https://shop.example/thanks",
                     *         "coverPhotoUrl": "https://shop.example/thanks"
                     *       },
                     *       "contact": {
                     *         "email": "ada@example.com",
                     *         "url": "https://shop.example/thanks",
                     *         "phone": "text",
                     *         "returnPolicyUrl": "https://shop.example/thanks",
                     *         "termsUrl": "https://shop.example/thanks",
                     *         "privacyUrl": "https://shop.example/thanks"
                     *       },
                     *       "taxId": "tea-1001",
                     *       "currency": "USD",
                     *       "total": 4.5,
                     *       "totalUsd": 4.5,
                     *       "lineItems": [
                     *         {
                     *           "label": "Green tea",
                     *           "priceUsd": 4.5,
                     *           "amount": 4.5,
                     *           "qty": 1,
                     *           "itemId": "tea-1001",
                     *           "sku": "TEA-1",
                     *           "lineId": "tea-1001",
                     *           "picture": "text",
                     *           "thumb": "text"
                     *         }
                     *       ],
                     *       "createdAt": 1767225600000,
                     *       "paidAt": 1767225600000,
                     *       "expiresAt": 1767225600000,
                     *       "returnUrl": "https://shop.example/thanks",
                     *       "onSuccess": {
                     *         "kind": "url",
                     *         "url": "https://shop.example/thanks"
                     *       },
                     *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "platformFeePct": 0.5,
                     *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *       "confirmations": {
                     *         "have": 1,
                     *         "need": 1,
                     *         "awaitsSafe": true
                     *       },
                     *       "pricing": {
                     *         "version": 1,
                     *         "currency": "USD",
                     *         "usdPerUnit": 4.5,
                     *         "quotedAt": 1767225600000,
                     *         "provider": "text",
                     *         "originalTotal": 4.5,
                     *         "originalLineItems": []
                     *       },
                     *       "failure": {
                     *         "code": "US-CA",
                     *         "category": "text",
                     *         "reason": "text",
                     *         "action": "text"
                     *       },
                     *       "refundedUsd": 4.5,
                     *       "refunded": 1,
                     *       "refunds": [
                     *         {
                     *           "usd": 4.5,
                     *           "amount": 4.5,
                     *           "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *           "confirmed": true,
                     *           "createdAt": 1767225600000
                     *         }
                     *       ],
                     *       "portalToken": "USDC",
                     *       "payment": {
                     *         "depositAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "chainId": 84532,
                     *         "network": {
                     *           "name": "Green tea",
                     *           "coin": "text",
                     *           "rpcUrl": "https://shop.example/thanks",
                     *           "explorerUrl": "https://shop.example/thanks",
                     *           "genesisHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b"
                     *         },
                     *         "sent": {
                     *           "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *           "at": 1767225600000,
                     *           "isOurs": true
                     *         },
                     *         "gasless": {
                     *           "gateway": "text",
                     *           "receiptKey": "text",
                     *           "payoutAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "tokens": []
                     *         },
                     *         "isOver": true,
                     *         "isAutomatic": true,
                     *         "hasPayment": true,
                     *         "soldOut": [
                     *           "text"
                     *         ],
                     *         "dueUsd": 4.5,
                     *         "paidUsd": 4.5,
                     *         "due": 1,
                     *         "paid": 1,
                     *         "received": [
                     *           {
                     *             "symbol": "USDC",
                     *             "amount": "4000000",
                     *             "from": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *             "at": 1767225600000
                     *           }
                     *         ],
                     *         "options": [
                     *           {
                     *             "symbol": "USDC",
                     *             "token": "USDC",
                     *             "decimals": 1,
                     *             "amountUnits": "4000000",
                     *             "amount": "4000000",
                     *             "uri": "https://shop.example/thanks",
                     *             "expiresAt": 1767225600000
                     *           }
                     *         ]
                     *       },
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["PortalReceipt"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postPortalIdAuthorize: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "USDC",
                 *       "payer": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "amountUnits": "4000000",
                 *       "validAfter": "text",
                 *       "validBefore": "text",
                 *       "salt": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "signature": "0x1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c"
                 *     }
                 */
                "application/json": components["schemas"]["SignedPayment"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedPaymentResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getPortalIdEvents: {
        parameters: {
            query?: {
                /** @description The merchant's wallet or split. Required without k, unless the service generated the id. */
                recipient?: string;
                /** @description The signature in the paymentUrl. Without it, a receipt with an id of your choice shows only what is needed to pay. */
                k?: string;
                /** @description 0 leaves out the thumb of every line */
                thumbs?: string;
            };
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/event-stream": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postPortalIdProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "checkout_initialized"
                 *     }
                 */
                "application/json": components["schemas"]["PortalProgress"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getPortalIdQrSvg: {
        parameters: {
            query?: {
                /** @description The merchant's wallet or split. Required without k, unless the service generated the id. */
                recipient?: string;
                /** @description The signature in the paymentUrl. Without it, a receipt with an id of your choice shows only what is needed to pay. */
                k?: string;
                /** @description 0 leaves out the thumb of every line */
                thumbs?: string;
                /** @description Symbol of a payment option. Defaults to the first one. */
                token?: string;
                /** @description wallet (default): payment link for a wallet. page: URL of the payment page. */
                kind?: string;
            };
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "image/svg+xml": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getPortalIdReceiptPdf: {
        parameters: {
            query?: {
                /** @description The merchant's wallet or split. Required without k, unless the service generated the id. */
                recipient?: string;
                /** @description The signature in the paymentUrl. Without it, a receipt with an id of your choice shows only what is needed to pay. */
                k?: string;
                /** @description 0 leaves out the thumb of every line */
                thumbs?: string;
            };
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/pdf": string;
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example null */
                    "application/json": null;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postPortalIdTx: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b"
                 *     }
                 */
                "application/json": components["schemas"]["AnnouncedTransaction"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getPricingConfig: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "config": {
                     *         "baseFeePct": 0.5,
                     *         "addOnFeePct": 0.5,
                     *         "totalFeePct": 0.5,
                     *         "subscriptionFeePct": 0.5,
                     *         "currencies": [
                     *           "USD"
                     *         ],
                     *         "settlementToken": {
                     *           "symbol": "USDC",
                     *           "decimals": 6,
                     *           "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "chainId": 84532
                     *         },
                     *         "plans": [
                     *           {
                     *             "key": "text",
                     *             "priceUsd": 4.5
                     *           }
                     *         ],
                     *         "rates": {
                     *           "EUR": {
                     *             "usdPerUnit": 4.5,
                     *             "quotedAt": 1767225600000,
                     *             "provider": "text"
                     *           }
                     *         },
                     *         "acceptedCurrencies": [
                     *           "USD"
                     *         ],
                     *         "rateProvider": "text",
                     *         "ratePins": {
                     *           "EUR": 1
                     *         },
                     *         "rateProviders": [
                     *           "text"
                     *         ],
                     *         "updatedAt": 1767225600000
                     *       },
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["PricingConfigResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postPricingConfig: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "addOnFeePct": 1,
                 *       "acceptedCurrencies": [
                 *         "USD",
                 *         "EUR"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PricingConfigChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "config": {
                     *         "baseFeePct": 0.5,
                     *         "addOnFeePct": 0.5,
                     *         "totalFeePct": 0.5,
                     *         "subscriptionFeePct": 0.5,
                     *         "currencies": [
                     *           "USD"
                     *         ],
                     *         "settlementToken": {
                     *           "symbol": "USDC",
                     *           "decimals": 6,
                     *           "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "chainId": 84532
                     *         },
                     *         "plans": [
                     *           {
                     *             "key": "text",
                     *             "priceUsd": 4.5
                     *           }
                     *         ],
                     *         "rates": {
                     *           "EUR": {
                     *             "usdPerUnit": 4.5,
                     *             "quotedAt": 1767225600000,
                     *             "provider": "text"
                     *           }
                     *         },
                     *         "acceptedCurrencies": [
                     *           "USD"
                     *         ],
                     *         "rateProvider": "text",
                     *         "ratePins": {
                     *           "EUR": 1
                     *         },
                     *         "rateProviders": [
                     *           "text"
                     *         ],
                     *         "updatedAt": 1767225600000
                     *       },
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["PricingConfigResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postPrivacyErase: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["NamedBuyer"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "receipts": 1,
                     *       "erased": 1,
                     *       "nextCursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["ErasedBuyer"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postPrivacyExport: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["NamedBuyer"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "exportedAt": 1767225600000,
                     *       "data": {},
                     *       "nextCursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["ExportedBuyer"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getReceipts: {
        parameters: {
            query?: {
                /** @description 1 to 200, default 100. A page of large receipts ends earlier */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Only receipts with this status */
                status?: string;
                /** @description Only receipts with this flag: oversold, late, overpaid, underpaid, mismatch, refund_due */
                flag?: string;
                /** @description Unix ms; created at or after this time */
                from?: number;
                /** @description Unix ms; created at or before this time */
                to?: number;
                /** @description Only totals of at least this many dollars */
                minUsd?: number;
                /** @description Only totals of at most this many dollars */
                maxUsd?: number;
                /** @description The beginning of an id or of your own reference, a transaction hash, the e-mail address of the buyer, or words of labels */
                q?: string;
                /** @description 0 leaves out the thumb of every line */
                thumbs?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "receipts": [
                     *         {
                     *           "receiptId": "tea-1001",
                     *           "totalUsd": 4.5,
                     *           "total": 4.5,
                     *           "currency": "USD",
                     *           "lineItems": [],
                     *           "createdAt": 1767225600000,
                     *           "updatedAt": 1767225600000,
                     *           "brandName": "Green tea",
                     *           "status": "generated",
                     *           "paymentStatus": "paid",
                     *           "jurisdictionCode": "https://shop.example/thanks",
                     *           "taxRate": 0.0825,
                     *           "taxComponents": [],
                     *           "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *           "transactionTimestamp": 1767225600000,
                     *           "transactionId": "tea-1001",
                     *           "metadata": {},
                     *           "billingAddress": {
                     *             "firstName": "Green tea",
                     *             "lastName": "Green tea",
                     *             "phone": "text",
                     *             "email": "ada@example.com",
                     *             "line1": "text",
                     *             "line2": "text",
                     *             "city": "text",
                     *             "state": "text",
                     *             "zip": "text",
                     *             "country": "US"
                     *           },
                     *           "onrampEmail": "ada@example.com",
                     *           "redirectUrl": "https://shop.example/thanks",
                     *           "returnUrl": "https://shop.example/thanks",
                     *           "webhookUrl": "https://shop.example/thanks",
                     *           "onSuccess": "text",
                     *           "paymentUrl": "https://shop.example/thanks",
                     *           "payoutAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "expiresAt": 1767225600000,
                     *           "marked": true,
                     *           "mismatch": "text",
                     *           "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "pricing": {
                     *             "version": 1,
                     *             "currency": "USD",
                     *             "usdPerUnit": 4.5,
                     *             "quotedAt": 1767225600000,
                     *             "provider": "text",
                     *             "originalTotal": 4.5,
                     *             "originalLineItems": []
                     *           },
                     *           "failureCode": "text",
                     *           "failureCategory": "text",
                     *           "failureReason": "text",
                     *           "failureAction": "text",
                     *           "refundStatus": "paid",
                     *           "refundedUsd": 4.5,
                     *           "creditReturnedUsd": 4.5,
                     *           "refunds": [],
                     *           "timeline": []
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhIjoxfQ",
                     *       "thumbsOmitted": true,
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ReceiptPage"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postReceipts: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: {
                /** @description A retry with the same key is not executed again and returns the original response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "tea-1001",
                 *       "lineItems": [
                 *         {
                 *           "label": "Green tea",
                 *           "priceUsd": 4.5
                 *         }
                 *       ],
                 *       "totalUsd": 4.5,
                 *       "returnUrl": "https://shop.example/thanks"
                 *     }
                 */
                "application/json": components["schemas"]["CreateReceiptBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tea-1001",
                     *       "paymentUrl": "https://shop.example/thanks",
                     *       "status": "pending",
                     *       "redirectUrl": "https://shop.example/thanks",
                     *       "webhookUrl": "https://shop.example/thanks",
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedReceipt"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getReceiptsExport: {
        parameters: {
            query?: {
                /** @description Only receipts with this status */
                status?: string;
                /** @description Only receipts with this flag: oversold, late, overpaid, underpaid, mismatch, refund_due */
                flag?: string;
                /** @description Unix ms; created at or after this time */
                from?: number;
                /** @description Unix ms; created at or before this time */
                to?: number;
                /** @description Only totals of at least this many dollars */
                minUsd?: number;
                /** @description Only totals of at most this many dollars */
                maxUsd?: number;
                /** @description The beginning of an id or of your own reference, a transaction hash, the e-mail address of the buyer, or words of labels */
                q?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/csv": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postReceiptsRefund: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: {
                /** @description A retry with the same key is not executed again and returns the original response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "receiptId": "tea-1001",
                 *       "usd": 4.5,
                 *       "buyer": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "reason": "Returned",
                 *       "restock": true
                 *     }
                 */
                "application/json": components["schemas"]["RefundBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postReceiptsRefundPlan: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "receiptId": "tea-1001",
                 *       "usd": 4.5
                 *     }
                 */
                "application/json": components["schemas"]["RefundPlanBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "plan": {
                     *         "usd": 4.5,
                     *         "tax": 4.5,
                     *         "fee": 4.5,
                     *         "shares": [
                     *           {
                     *             "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "token": "USDC",
                     *             "units": "4000000"
                     *           }
                     *         ],
                     *         "transfers": [
                     *           {
                     *             "to": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "token": "USDC",
                     *             "units": "4000000",
                     *             "calldata": "text",
                     *             "uri": "https://shop.example/thanks"
                     *           }
                     *         ],
                     *         "unverifiedPayers": [
                     *           {
                     *             "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "token": "USDC",
                     *             "units": "4000000"
                     *           }
                     *         ],
                     *         "note": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RefundPlanResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getReceiptsStatus: {
        parameters: {
            query?: {
                /** @description Required */
                receiptId?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tea-1001",
                     *       "status": "generated",
                     *       "paymentStatus": "paid",
                     *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *       "currency": "USD",
                     *       "amount": 4.5,
                     *       "failureCode": "text",
                     *       "failureCategory": "text",
                     *       "failureReason": "text",
                     *       "failureAction": "text",
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ReceiptStatus"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postReceiptsStatus: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "receiptId": "tea-1001",
                 *       "status": "paid",
                 *       "note": "Paid in cash"
                 *     }
                 */
                "application/json": components["schemas"]["PostStatusBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["StatusPosted"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postReceiptsTerminal: {
        parameters: {
            query?: {
                /** @description 0 leaves out the thumb of every line */
                thumbs?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: {
                /** @description A retry with the same key is not executed again and returns the original response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amountUsd": 12.5,
                 *       "label": "Lunch",
                 *       "jurisdictionCode": "US-CA"
                 *     }
                 */
                "application/json": components["schemas"]["TerminalBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable",
                     *       "receipt": {
                     *         "receiptId": "tea-1001",
                     *         "totalUsd": 4.5,
                     *         "total": 4.5,
                     *         "currency": "USD",
                     *         "lineItems": [
                     *           {
                     *             "label": "Green tea",
                     *             "priceUsd": 4.5
                     *           }
                     *         ],
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "brandName": "Green tea",
                     *         "status": "generated",
                     *         "paymentStatus": "paid",
                     *         "jurisdictionCode": "https://shop.example/thanks",
                     *         "taxRate": 0.0825,
                     *         "taxComponents": [
                     *           "text"
                     *         ],
                     *         "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *         "transactionTimestamp": 1767225600000,
                     *         "transactionId": "tea-1001",
                     *         "metadata": {},
                     *         "billingAddress": {
                     *           "firstName": "Green tea",
                     *           "lastName": "Green tea",
                     *           "phone": "text",
                     *           "email": "ada@example.com",
                     *           "line1": "text",
                     *           "line2": "text",
                     *           "city": "text",
                     *           "state": "text",
                     *           "zip": "text",
                     *           "country": "US"
                     *         },
                     *         "onrampEmail": "ada@example.com",
                     *         "redirectUrl": "https://shop.example/thanks",
                     *         "returnUrl": "https://shop.example/thanks",
                     *         "webhookUrl": "https://shop.example/thanks",
                     *         "onSuccess": "text",
                     *         "paymentUrl": "https://shop.example/thanks",
                     *         "payoutAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "expiresAt": 1767225600000,
                     *         "marked": true,
                     *         "mismatch": "text",
                     *         "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "pricing": {
                     *           "version": 1,
                     *           "currency": "USD",
                     *           "usdPerUnit": 4.5,
                     *           "quotedAt": 1767225600000,
                     *           "provider": "text",
                     *           "originalTotal": 4.5,
                     *           "originalLineItems": []
                     *         },
                     *         "failureCode": "text",
                     *         "failureCategory": "text",
                     *         "failureReason": "text",
                     *         "failureAction": "text",
                     *         "refundStatus": "paid",
                     *         "refundedUsd": 4.5,
                     *         "creditReturnedUsd": 4.5,
                     *         "refunds": [
                     *           {
                     *             "refundId": "tea-1001",
                     *             "usd": 4.5,
                     *             "buyer": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "items": [],
                     *             "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *             "reason": "text",
                     *             "confirmed": true,
                     *             "by": "text",
                     *             "createdAt": 1767225600000
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "status": "paid",
                     *             "previousStatus": "paid",
                     *             "at": 1767225600000,
                     *             "by": "text"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MadeReceipt"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getReceiptsId: {
        parameters: {
            query?: {
                /** @description 0 leaves out the thumb of every line */
                thumbs?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "receiptId": "tea-1001",
                     *       "totalUsd": 4.5,
                     *       "total": 4.5,
                     *       "currency": "USD",
                     *       "lineItems": [
                     *         {
                     *           "label": "Green tea",
                     *           "priceUsd": 4.5,
                     *           "amount": 4.5,
                     *           "qty": 1,
                     *           "itemId": "tea-1001",
                     *           "sku": "TEA-1",
                     *           "lineId": "tea-1001",
                     *           "picture": "text",
                     *           "thumb": "text"
                     *         }
                     *       ],
                     *       "createdAt": 1767225600000,
                     *       "updatedAt": 1767225600000,
                     *       "brandName": "Green tea",
                     *       "status": "generated",
                     *       "paymentStatus": "paid",
                     *       "jurisdictionCode": "https://shop.example/thanks",
                     *       "taxRate": 0.0825,
                     *       "taxComponents": [
                     *         "text"
                     *       ],
                     *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *       "transactionTimestamp": 1767225600000,
                     *       "transactionId": "tea-1001",
                     *       "metadata": {},
                     *       "billingAddress": {
                     *         "firstName": "Green tea",
                     *         "lastName": "Green tea",
                     *         "phone": "text",
                     *         "email": "ada@example.com",
                     *         "line1": "text",
                     *         "line2": "text",
                     *         "city": "text",
                     *         "state": "text",
                     *         "zip": "text",
                     *         "country": "US"
                     *       },
                     *       "onrampEmail": "ada@example.com",
                     *       "redirectUrl": "https://shop.example/thanks",
                     *       "returnUrl": "https://shop.example/thanks",
                     *       "webhookUrl": "https://shop.example/thanks",
                     *       "onSuccess": "text",
                     *       "paymentUrl": "https://shop.example/thanks",
                     *       "payoutAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "expiresAt": 1767225600000,
                     *       "marked": true,
                     *       "mismatch": "text",
                     *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "pricing": {
                     *         "version": 1,
                     *         "currency": "USD",
                     *         "usdPerUnit": 4.5,
                     *         "quotedAt": 1767225600000,
                     *         "provider": "text",
                     *         "originalTotal": 4.5,
                     *         "originalLineItems": [
                     *           {
                     *             "label": "Green tea",
                     *             "priceUsd": 4.5
                     *           }
                     *         ]
                     *       },
                     *       "failureCode": "text",
                     *       "failureCategory": "text",
                     *       "failureReason": "text",
                     *       "failureAction": "text",
                     *       "refundStatus": "paid",
                     *       "refundedUsd": 4.5,
                     *       "creditReturnedUsd": 4.5,
                     *       "refunds": [
                     *         {
                     *           "refundId": "tea-1001",
                     *           "usd": 4.5,
                     *           "credit": true,
                     *           "buyer": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "items": [],
                     *           "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *           "reason": "text",
                     *           "confirmed": true,
                     *           "by": "text",
                     *           "createdAt": 1767225600000
                     *         }
                     *       ],
                     *       "timeline": [
                     *         {
                     *           "status": "paid",
                     *           "previousStatus": "paid",
                     *           "at": 1767225600000,
                     *           "by": "text",
                     *           "note": "text",
                     *           "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b"
                     *         }
                     *       ],
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["RetrievedReceipt"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postReceiptsIdRescan: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tokens": []
                 *     }
                 */
                "application/json": components["schemas"]["Rescan"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "depositAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "balances": [
                     *         {
                     *           "depositAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "token": "USDC",
                     *           "symbol": "USDC",
                     *           "units": "4000000",
                     *           "amount": "4000000",
                     *           "flushed": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RescanResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getReportsFunnel: {
        parameters: {
            query?: {
                /** @description Start of the range, Unix ms, inclusive; by default the range has 30 days */
                from?: number;
                /** @description End of the range, Unix ms, inclusive; default now */
                to?: number;
                /** @description json (default) or csv */
                format?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "from": 1767225600000,
                     *       "to": 1767225600000,
                     *       "created": 1767225600000,
                     *       "steps": [
                     *         {
                     *           "step": "link_opened",
                     *           "count": 1,
                     *           "rate": 0.0825
                     *         }
                     *       ],
                     *       "failures": [
                     *         {
                     *           "failureCode": "text",
                     *           "failureCategory": "text",
                     *           "count": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Funnel"];
                    /** @example text */
                    "text/csv": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getReportsItems: {
        parameters: {
            query?: {
                /** @description Start of the range, Unix ms, inclusive; by default the range has 30 days */
                from?: number;
                /** @description End of the range, Unix ms, inclusive; default now */
                to?: number;
                /** @description json (default) or csv */
                format?: string;
                /** @description Items to list, 1 to 100, default 20 */
                limit?: number;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "from": 1767225600000,
                     *       "to": 1767225600000,
                     *       "items": [
                     *         {
                     *           "type": "item",
                     *           "itemId": "tea-1001",
                     *           "sku": "TEA-1",
                     *           "label": "Green tea",
                     *           "qty": 1,
                     *           "receipts": 1,
                     *           "sales": 1
                     *         }
                     *       ],
                     *       "others": {
                     *         "items": 1,
                     *         "sales": 1
                     *       },
                     *       "totals": {
                     *         "items": 1,
                     *         "sales": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ItemReport"];
                    /** @example text */
                    "text/csv": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getReportsSettlement: {
        parameters: {
            query?: {
                /** @description Start of the range, Unix ms, inclusive; by default the range has 30 days */
                from?: number;
                /** @description End of the range, Unix ms, inclusive; default now */
                to?: number;
                /** @description json (default) or csv */
                format?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "from": 1767225600000,
                     *       "to": 1767225600000,
                     *       "taxes": [
                     *         "text"
                     *       ],
                     *       "recipients": [
                     *         "text"
                     *       ],
                     *       "rows": [
                     *         {
                     *           "date": "2026-01-01",
                     *           "receiptId": "tea-1001",
                     *           "currency": "USD",
                     *           "tokens": [
                     *             "USDC"
                     *           ],
                     *           "subtotal": 4.5,
                     *           "taxes": {},
                     *           "fee": 4.5,
                     *           "total": 4.5,
                     *           "refunds": 1,
                     *           "net": 1,
                     *           "credit": 1,
                     *           "recipients": {}
                     *         }
                     *       ],
                     *       "totals": {
                     *         "subtotal": 4.5,
                     *         "taxes": {},
                     *         "fee": 4.5,
                     *         "total": 4.5,
                     *         "refunds": 1,
                     *         "net": 1,
                     *         "credit": 1,
                     *         "recipients": {}
                     *       },
                     *       "receivedNotSold": {
                     *         "rows": [
                     *           {
                     *             "date": "2026-01-01",
                     *             "receiptId": "tea-1001",
                     *             "token": "USDC",
                     *             "amount": "4000000",
                     *             "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *             "usd": 4.5,
                     *             "recipients": {}
                     *           }
                     *         ],
                     *         "totals": {
                     *           "usd": 4.5,
                     *           "recipients": {}
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SettlementReport"];
                    /** @example text */
                    "text/csv": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getReportsSubscriptions: {
        parameters: {
            query?: {
                /** @description Start of the range, Unix ms, inclusive; by default the range has 30 days */
                from?: number;
                /** @description End of the range, Unix ms, inclusive; default now */
                to?: number;
                /** @description json (default) or csv */
                format?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "from": 1767225600000,
                     *       "to": 1767225600000,
                     *       "mrr": 1,
                     *       "active": 1,
                     *       "unpaid": 1,
                     *       "paused": 1,
                     *       "new": 1,
                     *       "churned": 1,
                     *       "churnRate": 0.0825,
                     *       "charges": 1,
                     *       "charged": 1,
                     *       "cohorts": [
                     *         {
                     *           "month": "text",
                     *           "started": 1,
                     *           "retained": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionReport"];
                    /** @example text */
                    "text/csv": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getReportsSummary: {
        parameters: {
            query?: {
                /** @description Start of the range, Unix ms, inclusive; by default the range has 30 days */
                from?: number;
                /** @description End of the range, Unix ms, inclusive; default now */
                to?: number;
                /** @description json (default) or csv */
                format?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "from": 1767225600000,
                     *       "to": 1767225600000,
                     *       "totals": {
                     *         "orders": 1,
                     *         "volume": 1,
                     *         "average": 1,
                     *         "subtotal": 4.5,
                     *         "taxes": 4.5,
                     *         "fees": 4.5,
                     *         "platformFees": 4.5,
                     *         "refunds": 1,
                     *         "net": 1
                     *       },
                     *       "days": [
                     *         {
                     *           "date": "2026-01-01",
                     *           "orders": 1,
                     *           "volume": 1,
                     *           "average": 1,
                     *           "subtotal": 4.5,
                     *           "taxes": 4.5,
                     *           "fees": 4.5,
                     *           "platformFees": 4.5,
                     *           "refunds": 1,
                     *           "net": 1
                     *         }
                     *       ],
                     *       "currencies": [
                     *         {
                     *           "currency": "USD",
                     *           "asset": "USDC",
                     *           "amount": "4000000",
                     *           "refundedAmount": "4000000",
                     *           "volume": 1,
                     *           "refunds": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SalesSummary"];
                    /** @example text */
                    "text/csv": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getReportsTax: {
        parameters: {
            query?: {
                /** @description Start of the range, Unix ms, inclusive; by default the range has 30 days */
                from?: number;
                /** @description End of the range, Unix ms, inclusive; default now */
                to?: number;
                /** @description json (default) or csv */
                format?: string;
                /** @description day, month, quarter; default month, in UTC */
                period?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "from": 1767225600000,
                     *       "to": 1767225600000,
                     *       "rows": [
                     *         {
                     *           "period": "text",
                     *           "jurisdictionCode": "https://shop.example/thanks",
                     *           "orders": 1,
                     *           "sales": 1,
                     *           "refunds": 1,
                     *           "tax": 4.5,
                     *           "refundedTax": 4.5,
                     *           "components": {}
                     *         }
                     *       ],
                     *       "totals": {
                     *         "orders": 1,
                     *         "sales": 1,
                     *         "refunds": 1,
                     *         "tax": 4.5,
                     *         "refundedTax": 4.5,
                     *         "components": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TaxReport"];
                    /** @example text */
                    "text/csv": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getRequests: {
        parameters: {
            query?: {
                /** @description Return only calls with this key. A key sees only its own calls. */
                keyId?: string;
                /** @description Return only this class of statuses: 2xx, 3xx, 4xx or 5xx */
                status?: string;
                /** @description For example `/api/receipts/{id}` */
                route?: string;
                /** @description 1 to 100, default 50 */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "requests": [
                     *         {
                     *           "id": "tea-1001",
                     *           "at": 1767225600000,
                     *           "keyId": "tea-1001",
                     *           "method": "text",
                     *           "route": "text",
                     *           "status": 1,
                     *           "durationMs": 1,
                     *           "correlationId": "tea-1001",
                     *           "error": "text",
                     *           "sample": {}
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["RequestPage"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getReserveBalances: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "balances": [
                     *         {
                     *           "currency": "USD",
                     *           "reserved": 1,
                     *           "target": 1,
                     *           "releasable": 1,
                     *           "deposits": 1,
                     *           "wallet": 1,
                     *           "amounts": {
                     *             "reserved": "text",
                     *             "releasable": "text",
                     *             "deposits": "text",
                     *             "wallet": "0x52908400098527886E0F7030069857D2E4169EE7"
                     *           }
                     *         }
                     *       ],
                     *       "updatedAt": 1767225600000,
                     *       "partial": true,
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ReserveBalances"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getReserveHistory: {
        parameters: {
            query?: {
                /** @description 1 to 400, today included, default 30 */
                days?: number;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "history": [
                     *         {
                     *           "date": "2026-01-01",
                     *           "currency": "USD",
                     *           "reserved": 1,
                     *           "target": 1,
                     *           "reservedAmount": "4000000",
                     *           "updatedAt": 1767225600000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReserveHistory"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getReserveRecommend: {
        parameters: {
            query?: {
                /** @description 1 to 365, default 30 */
                windowDays?: number;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recommendations": [
                     *         {
                     *           "currency": "USD",
                     *           "target": 1,
                     *           "basis": "avg_daily_volume",
                     *           "targetAmount": "4000000",
                     *           "parts": []
                     *         }
                     *       ],
                     *       "windowDays": 1,
                     *       "updatedAt": 1767225600000,
                     *       "settings": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ReserveRecommendations"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postReserveRecommend: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "taxConfig": {
                 *         "jurisdictions": [
                 *           "US-CA"
                 *         ],
                 *         "provider": "manual"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReserveSettings"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postSandboxClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "advanceMs": 1,
                 *       "reset": true
                 *     }
                 */
                "application/json": components["schemas"]["ClockChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "now": 1,
                     *       "aheadMs": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ClockChanged"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postSandboxPay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "receiptId": "tea-1001",
                 *       "scenario": "exact"
                 *     }
                 */
                "application/json": {
                    /** @description Required */
                    receiptId?: unknown;
                    /** @description Required: exact, under:<usd>, over:<usd>, late, wrong_token, reverted, reorg, duplicate, wrong_chain, mine, expire, or a failure code */
                    scenario?: unknown;
                    /** @description Symbol of the asset to pay with; default USDC */
                    token?: unknown;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "receiptId": "tea-1001",
                     *       "scenario": "text",
                     *       "transactionHashes": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSimulated"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postSandboxReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "receipts": 1
                     *     }
                     */
                    "application/json": components["schemas"]["SandboxReset"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postSandboxSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "planId": "tea-1001",
                 *       "subscriptionId": "tea-1001",
                 *       "scenario": "text"
                 *     }
                 */
                "application/json": components["schemas"]["SimulateCustomerBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "subscriptionId": "tea-1001",
                     *       "customerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "scenario": "text",
                     *       "transactionHashes": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerSimulated"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getShopConfig: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "config": {
                     *         "slug": "blue-bottle",
                     *         "name": "Green tea",
                     *         "description": "text",
                     *         "industryPack": "text",
                     *         "categories": [
                     *           "text"
                     *         ],
                     *         "keywords": [
                     *           "text"
                     *         ],
                     *         "listed": true,
                     *         "listing": "unlisted",
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "brandKey": "text",
                     *         "theme": {
                     *           "primaryColor": "text",
                     *           "secondaryColor": "text",
                     *           "brandLogoUrl": "https://shop.example/thanks",
                     *           "brandFaviconUrl": "https://shop.example/thanks",
                     *           "brandName": "Green tea",
                     *           "fontFamily": "text",
                     *           "receiptBackgroundUrl": "https://shop.example/thanks",
                     *           "coverPhotoUrl": "https://shop.example/thanks"
                     *         },
                     *         "contact": {
                     *           "email": "ada@example.com",
                     *           "url": "https://shop.example/thanks",
                     *           "phone": "text",
                     *           "returnPolicyUrl": "https://shop.example/thanks",
                     *           "termsUrl": "https://shop.example/thanks",
                     *           "privacyUrl": "https://shop.example/thanks"
                     *         },
                     *         "layout": {
                     *           "mode": "grid",
                     *           "showCategories": true,
                     *           "showSearch": true
                     *         },
                     *         "tax": {
                     *           "defaultJurisdictionCode": "https://shop.example/thanks",
                     *           "defaultTaxRate": 0.0825,
                     *           "priceIncludesTax": true,
                     *           "taxId": "tea-1001",
                     *           "overrides": []
                     *         },
                     *         "fees": {
                     *           "processingFeePct": 0.5
                     *         },
                     *         "payments": {
                     *           "defaultPaymentToken": "USDC",
                     *           "acceptedTokens": [],
                     *           "expiryMinutes": 1
                     *         },
                     *         "publicOrders": {
                     *           "returnOrigins": [],
                     *           "jurisdictionCodes": []
                     *         },
                     *         "pricing": {
                     *           "acceptedCurrencies": [],
                     *           "rateProvider": "text",
                     *           "ratePins": {
                     *             "EUR": 1
                     *           }
                     *         },
                     *         "updatedAt": 1767225600000
                     *       },
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ShopConfigResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postShopConfig: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Blue Bottle",
                 *       "slug": "blue-bottle",
                 *       "tax": {
                 *         "taxId": "DE123456789"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ShopConfigChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "config": {
                     *         "slug": "blue-bottle",
                     *         "name": "Green tea",
                     *         "description": "text",
                     *         "industryPack": "text",
                     *         "categories": [
                     *           "text"
                     *         ],
                     *         "keywords": [
                     *           "text"
                     *         ],
                     *         "listed": true,
                     *         "listing": "unlisted",
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "brandKey": "text",
                     *         "theme": {
                     *           "primaryColor": "text",
                     *           "secondaryColor": "text",
                     *           "brandLogoUrl": "https://shop.example/thanks",
                     *           "brandFaviconUrl": "https://shop.example/thanks",
                     *           "brandName": "Green tea",
                     *           "fontFamily": "text",
                     *           "receiptBackgroundUrl": "https://shop.example/thanks",
                     *           "coverPhotoUrl": "https://shop.example/thanks"
                     *         },
                     *         "contact": {
                     *           "email": "ada@example.com",
                     *           "url": "https://shop.example/thanks",
                     *           "phone": "text",
                     *           "returnPolicyUrl": "https://shop.example/thanks",
                     *           "termsUrl": "https://shop.example/thanks",
                     *           "privacyUrl": "https://shop.example/thanks"
                     *         },
                     *         "layout": {
                     *           "mode": "grid",
                     *           "showCategories": true,
                     *           "showSearch": true
                     *         },
                     *         "tax": {
                     *           "defaultJurisdictionCode": "https://shop.example/thanks",
                     *           "defaultTaxRate": 0.0825,
                     *           "priceIncludesTax": true,
                     *           "taxId": "tea-1001",
                     *           "overrides": []
                     *         },
                     *         "fees": {
                     *           "processingFeePct": 0.5
                     *         },
                     *         "payments": {
                     *           "defaultPaymentToken": "USDC",
                     *           "acceptedTokens": [],
                     *           "expiryMinutes": 1
                     *         },
                     *         "publicOrders": {
                     *           "returnOrigins": [],
                     *           "jurisdictionCodes": []
                     *         },
                     *         "pricing": {
                     *           "acceptedCurrencies": [],
                     *           "rateProvider": "text",
                     *           "ratePins": {
                     *             "EUR": 1
                     *           }
                     *         },
                     *         "updatedAt": 1767225600000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ShopConfigUpdated"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getSiteConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "theme": {
                     *         "primaryColor": "text",
                     *         "secondaryColor": "text",
                     *         "brandLogoUrl": "https://shop.example/thanks",
                     *         "brandFaviconUrl": "https://shop.example/thanks",
                     *         "brandName": "Green tea",
                     *         "fontFamily": "text",
                     *         "receiptBackgroundUrl": "https://shop.example/thanks"
                     *       },
                     *       "defaultPaymentToken": "USDC",
                     *       "processingFeePct": 0.5,
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["SiteConfigResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getSplitDeploy: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "configured": true,
                     *       "split": {
                     *         "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "chainId": 84532,
                     *         "kind": "pull",
                     *         "recipients": [],
                     *         "totalBps": 10000,
                     *         "owner": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "deployedTx": "text",
                     *         "status": "planned",
                     *         "version": 1,
                     *         "createdAt": 1767225600000
                     *       },
                     *       "warning": "text",
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["SplitConfigResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postSplitDeploy: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipients": [
                 *         {
                 *           "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *           "sharesBps": 9950,
                 *           "label": "Owner"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SplitDeployment"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "split": {
                     *         "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "chainId": 84532,
                     *         "kind": "pull",
                     *         "recipients": [
                     *           {
                     *             "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "sharesBps": 9950,
                     *             "role": "merchant"
                     *           }
                     *         ],
                     *         "totalBps": 10000,
                     *         "owner": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "deployedTx": "text",
                     *         "status": "planned",
                     *         "version": 1,
                     *         "createdAt": 1767225600000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SplitDeployed"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getSplitTransactions: {
        parameters: {
            query?: {
                /** @description A split or one of its recipients */
                address?: string;
                /** @description From 1 to 200; default 50 */
                limit?: number;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "tea-1001",
                     *         "receiptId": "tea-1001",
                     *         "currency": "USD",
                     *         "amount": 4.5,
                     *         "fees": 4.5,
                     *         "status": "pending",
                     *         "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *         "timestamp": "text"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SplitTransaction"][];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postSplitWithdraw: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Not returned any more */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone */
            410: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "gone",
                     *       "message": "text",
                     *       "splitAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "abi": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WithdrawGone"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getStatusPing: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "status": "ok",
                     *       "version": "text",
                     *       "time": 1767225600000,
                     *       "uptimeMs": 1,
                     *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "checks": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Ping"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getSubscriptionsBillingEvents: {
        parameters: {
            query?: {
                /** @description Only this subscription */
                subscriptionId?: string;
                /** @description One of pending, succeeded, failed */
                status?: string;
                /** @description Created at or after, Unix ms */
                from?: number;
                /** @description Created at or before, Unix ms */
                to?: number;
                /** @description 1 to 200, default 100 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "billingEvents": [
                     *         {
                     *           "eventId": "tea-1001",
                     *           "subscriptionId": "tea-1001",
                     *           "planId": "tea-1001",
                     *           "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "customerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "type": "charge",
                     *           "status": "pending",
                     *           "periodIndex": 1,
                     *           "amountUsd": 4.5,
                     *           "feeUsd": 4.5,
                     *           "netUsd": 4.5,
                     *           "token": "USDC",
                     *           "amountBaseUnits": "4000000",
                     *           "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *           "failureCode": "balance",
                     *           "attempt": 1,
                     *           "refundDue": true,
                     *           "createdAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["BillingEventList"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postSubscriptionsCancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subscriptionId": "tea-1001",
                 *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "signature": "0x1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c"
                 *     }
                 */
                "application/json": components["schemas"]["CancelSubscriptionBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "subscription": {
                     *         "subscriptionId": "tea-1001",
                     *         "status": "canceled",
                     *         "canceledAt": 1767225600000,
                     *         "nextChargeAt": null,
                     *         "onChain": "pending"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CanceledSubscriptionResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postSubscriptionsCharge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subscriptionId": "sub_1",
                 *       "force": false
                 *     }
                 */
                "application/json": components["schemas"]["ChargeSubscription"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "subscriptionId": "tea-1001",
                     *       "status": "pending",
                     *       "amountUsd": 4.5,
                     *       "feeUsd": 4.5,
                     *       "netUsd": 4.5,
                     *       "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *       "billingEventId": "tea-1001",
                     *       "nextChargeAt": 1767225600000,
                     *       "skipped": true,
                     *       "error": "balance"
                     *     }
                     */
                    "application/json": components["schemas"]["ChargeResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postSubscriptionsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "planId": "tea-1001",
                 *       "customerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "permissionSignature": "0x1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c",
                 *       "permissionData": {
                 *         "account": "text",
                 *         "spender": "text",
                 *         "token": "USDC",
                 *         "allowance": "text",
                 *         "period": 1,
                 *         "start": 1,
                 *         "end": 1,
                 *         "salt": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *         "extraData": "text"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateSubscriptionBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "subscription": {
                     *         "subscriptionId": "tea-1001",
                     *         "status": "active",
                     *         "nextChargeAt": 1767225600000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getSubscriptionsForecast: {
        parameters: {
            query?: {
                /** @description 1 to 90 days including today, default 30 */
                days?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "subscriptions": 1,
                     *       "totals": {
                     *         "revenueUsd": 4.5,
                     *         "charges": 1,
                     *         "failingUsd": 4.5,
                     *         "failingCharges": 1,
                     *         "unknownCharges": 1
                     *       },
                     *       "days": [
                     *         {
                     *           "date": "2026-01-01",
                     *           "revenueUsd": 4.5,
                     *           "charges": 1,
                     *           "failingUsd": 4.5,
                     *           "failingCharges": 1,
                     *           "unknownCharges": 1,
                     *           "failing": []
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionForecast"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postSubscriptionsPause: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subscriptionId": "tea-1001",
                 *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7"
                 *     }
                 */
                "application/json": {
                    subscriptionId: string;
                    /** @description The merchant, if you belong to several. With a key, it must be that of the key. */
                    wallet?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "subscription": {
                     *         "subscriptionId": "tea-1001",
                     *         "status": "active",
                     *         "nextChargeAt": 1767225600000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getSubscriptionsPayout: {
        parameters: {
            query?: {
                /** @description The wallet that signs: one of `signers`. Default: the owner. */
                signer?: string;
                /** @description The merchant, if you belong to several. With a key, it must be that of the key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "signer": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "signers": [
                     *         "0x52908400098527886E0F7030069857D2E4169EE7"
                     *       ],
                     *       "override": "text",
                     *       "nonce": 1,
                     *       "pending": "text",
                     *       "newPlansPayout": "text",
                     *       "problem": "text",
                     *       "typedData": {
                     *         "domain": {},
                     *         "types": {},
                     *         "primaryType": "text",
                     *         "message": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionPayout"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postSubscriptionsPayout: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "payout": "text",
                 *       "nonce": 1,
                 *       "deadline": 1,
                 *       "signature": "0x1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c",
                 *       "signer": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7"
                 *     }
                 */
                "application/json": components["schemas"]["SetPayoutBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "signer": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "payout": "text",
                     *       "nonce": 1,
                     *       "status": "pending",
                     *       "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b"
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionPayoutChanged"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getSubscriptionsPlans: {
        parameters: {
            query?: {
                /** @description Wallet of the merchant. Required. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "plans": [
                     *         {
                     *           "planId": "tea-1001",
                     *           "name": "Green tea",
                     *           "description": "text",
                     *           "priceUsd": 4.5,
                     *           "period": "WEEKLY",
                     *           "trialDays": 1,
                     *           "graceDays": 1,
                     *           "active": true,
                     *           "createdAt": 1767225600000,
                     *           "updatedAt": 1767225600000,
                     *           "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "permission": {
                     *             "manager": "text",
                     *             "spender": "text",
                     *             "token": "USDC",
                     *             "chainId": 84532,
                     *             "allowance": "text",
                     *             "periodSeconds": 1
                     *           }
                     *         }
                     *       ],
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["BillingPlanList"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    putSubscriptionsPlans: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "planId": "tea-1001",
                 *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "name": "Green tea",
                 *       "description": "text",
                 *       "priceUsd": 4.5,
                 *       "period": "WEEKLY",
                 *       "active": true,
                 *       "trialDays": 1,
                 *       "graceDays": 1
                 *     }
                 */
                "application/json": components["schemas"]["UpdateBillingPlanBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "plan": {
                     *         "planId": "tea-1001",
                     *         "name": "Green tea",
                     *         "description": "text",
                     *         "priceUsd": 4.5,
                     *         "period": "WEEKLY",
                     *         "trialDays": 1,
                     *         "graceDays": 1,
                     *         "active": true,
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "permission": {
                     *           "manager": "text",
                     *           "spender": "text",
                     *           "token": "USDC",
                     *           "chainId": 84532,
                     *           "allowance": "text",
                     *           "periodSeconds": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BillingPlanResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postSubscriptionsPlans: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: {
                /** @description A retry with the same key is not executed again and returns the original response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "name": "Green tea",
                 *       "description": "text",
                 *       "priceUsd": 4.5,
                 *       "period": "WEEKLY",
                 *       "trialDays": 1,
                 *       "graceDays": 1
                 *     }
                 */
                "application/json": components["schemas"]["CreateBillingPlanBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "plan": {
                     *         "planId": "tea-1001",
                     *         "name": "Green tea",
                     *         "description": "text",
                     *         "priceUsd": 4.5,
                     *         "period": "WEEKLY",
                     *         "trialDays": 1,
                     *         "graceDays": 1,
                     *         "active": true,
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "permission": {
                     *           "manager": "text",
                     *           "spender": "text",
                     *           "token": "USDC",
                     *           "chainId": 84532,
                     *           "allowance": "text",
                     *           "periodSeconds": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BillingPlanResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    deleteSubscriptionsPlans: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "planId": "tea-1001",
                 *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7"
                 *     }
                 */
                "application/json": components["schemas"]["DeleteBillingPlanBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "planId": "tea-1001",
                     *       "active": false
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedBillingPlan"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postSubscriptionsResume: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subscriptionId": "tea-1001",
                 *       "wallet": "0x52908400098527886E0F7030069857D2E4169EE7"
                 *     }
                 */
                "application/json": {
                    subscriptionId: string;
                    /** @description The merchant, if you belong to several. With a key, it must be that of the key. */
                    wallet?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "subscription": {
                     *         "subscriptionId": "tea-1001",
                     *         "status": "active",
                     *         "nextChargeAt": 1767225600000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getSubscriptionsStatus: {
        parameters: {
            query?: {
                subscriptionId?: string;
                /** @description Wallet of a customer */
                customer?: string;
                /** @description Wallet of a merchant */
                merchant?: string;
                /** @description For wallets: only this plan */
                planId?: string;
                /** @description For wallets: one of active, past_due, unpaid, paused, canceled, revoked, expired */
                status?: string;
                /** @description For wallets: next charge at or after, Unix ms */
                nextChargeFrom?: number;
                /** @description For wallets: next charge at or before, Unix ms */
                nextChargeTo?: number;
                /** @description For wallets: start of an id or of a customer’s wallet, or part of the name of a plan. At most 200 characters */
                q?: string;
                /** @description For wallets: 1 to 100, default 50 */
                limit?: number;
                /** @description For wallets: nextCursor of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "subscription": {
                     *         "subscriptionId": "tea-1001",
                     *         "planId": "tea-1001",
                     *         "planName": "Green tea",
                     *         "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "customerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "status": "active",
                     *         "priceUsd": 4.5,
                     *         "period": "WEEKLY",
                     *         "nextChargeAt": 1767225600000,
                     *         "lastChargeAt": 1767225600000,
                     *         "lastChargeStatus": "pending",
                     *         "failedAttempts": 1,
                     *         "currentPeriodStart": 1,
                     *         "currentPeriodEnd": 1,
                     *         "remainingAllowance": "text",
                     *         "permissionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *         "createdAt": 1767225600000,
                     *         "canceledAt": 1767225600000,
                     *         "onChain": "pending"
                     *       },
                     *       "subscriptions": [
                     *         {
                     *           "subscriptionId": "tea-1001",
                     *           "planId": "tea-1001",
                     *           "planName": "Green tea",
                     *           "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "customerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "status": "active",
                     *           "priceUsd": 4.5,
                     *           "period": "WEEKLY",
                     *           "nextChargeAt": 1767225600000,
                     *           "lastChargeAt": 1767225600000,
                     *           "lastChargeStatus": "pending",
                     *           "failedAttempts": 1,
                     *           "currentPeriodStart": 1,
                     *           "currentPeriodEnd": 1,
                     *           "remainingAllowance": "text",
                     *           "permissionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *           "createdAt": 1767225600000,
                     *           "canceledAt": 1767225600000,
                     *           "onChain": "pending"
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionStatus"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getTaxCatalog: {
        parameters: {
            query?: {
                /** @description Two letters, for example US */
                country?: string;
                /** @description Part of a code, a name or the name of a component */
                q?: string;
                /** @description For example US-CA */
                code?: string;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "jurisdictions": [
                     *         {
                     *           "code": "US-CA",
                     *           "country": "US",
                     *           "region": "text",
                     *           "name": "Green tea",
                     *           "rate": 0.0825,
                     *           "components": [],
                     *           "effectiveFrom": "text",
                     *           "source": "text",
                     *           "kind": "catalogue"
                     *         }
                     *       ],
                     *       "provider": "static",
                     *       "updatedAt": 1767225600000,
                     *       "degraded": true,
                     *       "reason": "datastore_unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["TaxCatalogue"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getUsersAvatarsHash: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description SHA-256 of the picture
                 * @example 3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b
                 */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "image/png": string;
                    /** @example text */
                    "image/jpeg": string;
                    /** @example text */
                    "image/webp": string;
                    /** @example text */
                    "image/gif": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getUsersLive: {
        parameters: {
            query?: {
                /** @description 1 to 100, default 20 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "users": [
                     *         {
                     *           "id": "tea-1001",
                     *           "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "displayName": "Green tea",
                     *           "handle": "blue-bottle",
                     *           "bio": "text",
                     *           "avatarUrl": "https://shop.example/thanks",
                     *           "xp": 1,
                     *           "level": 1,
                     *           "live": true,
                     *           "metrics": {
                     *             "followers": 1,
                     *             "following": 1,
                     *             "sales": 1,
                     *             "purchases": 1
                     *           },
                     *           "joinedAt": 1767225600000,
                     *           "lastSeenAt": 1767225600000
                     *         }
                     *       ],
                     *       "updatedAt": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["LiveUsers"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getUsersMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "profile": {
                     *         "id": "tea-1001",
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "displayName": "Green tea",
                     *         "handle": "blue-bottle",
                     *         "bio": "text",
                     *         "avatarUrl": "https://shop.example/thanks",
                     *         "xp": 1,
                     *         "level": 1,
                     *         "live": true,
                     *         "metrics": {
                     *           "followers": 1,
                     *           "following": 1,
                     *           "sales": 1,
                     *           "purchases": 1
                     *         },
                     *         "joinedAt": 1767225600000,
                     *         "lastSeenAt": 1767225600000,
                     *         "isPublic": true,
                     *         "hasAvatar": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProfileResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    putUsersMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Green tea",
                 *       "handle": "blue-bottle",
                 *       "bio": "text",
                 *       "isPublic": true
                 *     }
                 */
                "application/json": components["schemas"]["ProfileBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "profile": {
                     *         "id": "tea-1001",
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "displayName": "Green tea",
                     *         "handle": "blue-bottle",
                     *         "bio": "text",
                     *         "avatarUrl": "https://shop.example/thanks",
                     *         "xp": 1,
                     *         "level": 1,
                     *         "live": true,
                     *         "metrics": {
                     *           "followers": 1,
                     *           "following": 1,
                     *           "sales": 1,
                     *           "purchases": 1
                     *         },
                     *         "joinedAt": 1767225600000,
                     *         "lastSeenAt": 1767225600000,
                     *         "isPublic": true,
                     *         "hasAvatar": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProfileResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    deleteUsersMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getUsersMeAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "image/png": string;
                    /** @example text */
                    "image/jpeg": string;
                    /** @example text */
                    "image/webp": string;
                    /** @example text */
                    "image/gif": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    putUsersMeAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "image": "text"
                 *     }
                 */
                "application/json": {
                    /** @description A data URI with a PNG, JPEG, WebP, GIF or AVIF image of at most 32,768 bytes */
                    image: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "profile": {
                     *         "id": "tea-1001",
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "displayName": "Green tea",
                     *         "handle": "blue-bottle",
                     *         "bio": "text",
                     *         "avatarUrl": "https://shop.example/thanks",
                     *         "xp": 1,
                     *         "level": 1,
                     *         "live": true,
                     *         "metrics": {
                     *           "followers": 1,
                     *           "following": 1,
                     *           "sales": 1,
                     *           "purchases": 1
                     *         },
                     *         "joinedAt": 1767225600000,
                     *         "lastSeenAt": 1767225600000,
                     *         "isPublic": true,
                     *         "hasAvatar": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProfileResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    deleteUsersMeAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getUsersMeExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "exportedAt": 1767225600000,
                     *       "profile": {
                     *         "id": "tea-1001",
                     *         "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "displayName": "Green tea",
                     *         "handle": "blue-bottle",
                     *         "bio": "text",
                     *         "avatarUrl": "https://shop.example/thanks",
                     *         "xp": 1,
                     *         "level": 1,
                     *         "live": true,
                     *         "metrics": {
                     *           "followers": 1,
                     *           "following": 1,
                     *           "sales": 1,
                     *           "purchases": 1
                     *         },
                     *         "joinedAt": 1767225600000,
                     *         "lastSeenAt": 1767225600000,
                     *         "isPublic": true,
                     *         "hasAvatar": true
                     *       },
                     *       "avatar": "text",
                     *       "following": [
                     *         {
                     *           "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "handle": "blue-bottle",
                     *           "displayName": "Green tea"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExportedProfile"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getUsersMeFollowing: {
        parameters: {
            query?: {
                /** @description 1 to 100, default 20 */
                limit?: number;
                /** @description Number of users to skip, default 0 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "users": [
                     *         {
                     *           "id": "tea-1001",
                     *           "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "displayName": "Green tea",
                     *           "handle": "blue-bottle",
                     *           "bio": "text",
                     *           "avatarUrl": "https://shop.example/thanks",
                     *           "xp": 1,
                     *           "level": 1,
                     *           "live": true,
                     *           "metrics": {
                     *             "followers": 1,
                     *             "following": 1,
                     *             "sales": 1,
                     *             "purchases": 1
                     *           },
                     *           "joinedAt": 1767225600000,
                     *           "lastSeenAt": 1767225600000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FollowedUsers"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postUsersMeHeartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "live": true,
                     *       "nextInSeconds": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Heartbeat"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getUsersSearch: {
        parameters: {
            query?: {
                /** @description Search words. Each must begin a word of the display name or handle, or the wallet, ignoring case and accents. */
                q?: string;
                /** @description Minimum XP */
                xpMin?: number;
                /** @description Maximum XP */
                xpMax?: number;
                /** @description followers, following, sales or purchases; filtered by metricMin and metricMax */
                metric?: string;
                /** @description Minimum value of the metric */
                metricMin?: number;
                /** @description Maximum value of the metric */
                metricMax?: number;
                /** @description xp (default), createdAt or name */
                sort?: string;
                /** @description asc or desc; default desc, and asc for names */
                order?: string;
                /** @description 1 to 100, default 20 */
                limit?: number;
                /** @description Number of users to skip, at most 10,000, default 0 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "users": [
                     *         {
                     *           "id": "tea-1001",
                     *           "wallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "displayName": "Green tea",
                     *           "handle": "blue-bottle",
                     *           "bio": "text",
                     *           "avatarUrl": "https://shop.example/thanks",
                     *           "xp": 1,
                     *           "level": 1,
                     *           "live": true,
                     *           "metrics": {
                     *             "followers": 1,
                     *             "following": 1,
                     *             "sales": 1,
                     *             "purchases": 1
                     *           },
                     *           "joinedAt": 1767225600000,
                     *           "lastSeenAt": 1767225600000
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 5,
                     *         "limit": 1,
                     *         "offset": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    putUsersHandleFollow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example blue-bottle */
                handle: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "following": true
                     *     }
                     */
                    "application/json": components["schemas"]["Following"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    deleteUsersHandleFollow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example blue-bottle */
                handle: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "following": true
                     *     }
                     */
                    "application/json": components["schemas"]["Following"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getWebhooks: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "webhooks": [
                     *         {
                     *           "id": "tea-1001",
                     *           "url": "https://shop.example/thanks",
                     *           "events": [],
                     *           "enabled": true,
                     *           "extendedRetries": true,
                     *           "createdAt": 1767225600000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postWebhooks: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: {
                /** @description A retry with the same key is not executed again and returns the original response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/hooks",
                 *       "events": [
                 *         "receipt.paid"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "webhook": {
                     *         "id": "tea-1001",
                     *         "url": "https://shop.example/thanks",
                     *         "events": [
                     *           "receipt.status_updated"
                     *         ],
                     *         "enabled": true,
                     *         "extendedRetries": true,
                     *         "createdAt": 1767225600000,
                     *         "secret": "tsk_example"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getWebhooksDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries about this receipt */
                receiptId?: string;
                /** @description pending, delivered or failed */
                status?: string;
                /** @description Only deliveries to this webhook */
                webhookId?: string;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description 1 to 100, default 50 */
                limit?: number;
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "deliveries": [
                     *         {
                     *           "deliveryId": "tea-1001",
                     *           "eventId": "tea-1001",
                     *           "receiptId": "tea-1001",
                     *           "event": "receipt.status_updated",
                     *           "url": "https://shop.example/thanks",
                     *           "webhookId": "tea-1001",
                     *           "status": "pending",
                     *           "attempts": [],
                     *           "createdAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getWebhooksDeliveriesId: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "delivery": {
                     *         "deliveryId": "tea-1001",
                     *         "eventId": "tea-1001",
                     *         "receiptId": "tea-1001",
                     *         "event": "receipt.status_updated",
                     *         "url": "https://shop.example/thanks",
                     *         "webhookId": "tea-1001",
                     *         "status": "pending",
                     *         "attempts": [
                     *           {
                     *             "at": 1767225600000,
                     *             "httpStatus": 1,
                     *             "error": "text",
                     *             "durationMs": 1
                     *           }
                     *         ],
                     *         "createdAt": 1767225600000,
                     *         "request": {
                     *           "headers": {},
                     *           "body": "text"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postWebhooksDeliveriesIdRedeliver: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: {
                /** @description A retry with the same key is not executed again and returns the original response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "deliveryId": "tea-1001"
                     *     }
                     */
                    "application/json": components["schemas"]["SentDelivery"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getWebhooksSecret: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "shopSecret": {
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "previousSecretUntil": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ShopSecretResponse"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postWebhooksSecret: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: {
                /** @description A retry with the same key is not executed again and returns the original response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlapHours": 1
                 *     }
                 */
                "application/json": components["schemas"]["RotateSecretBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "shopSecret": {
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "previousSecretUntil": 1,
                     *         "secret": "tsk_example"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedShopSecret"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postWebhooksTest: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: {
                /** @description A retry with the same key is not executed again and returns the original response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/hooks",
                 *       "status": "paid"
                 *     }
                 */
                "application/json": components["schemas"]["TestWebhookBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "deliveryId": "tea-1001"
                     *     }
                     */
                    "application/json": components["schemas"]["SentDelivery"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    putWebhooksId: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/thanks",
                 *       "events": [
                 *         "receipt.status_updated"
                 *       ],
                 *       "enabled": true,
                 *       "extendedRetries": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "webhook": {
                     *         "id": "tea-1001",
                     *         "url": "https://shop.example/thanks",
                     *         "events": [
                     *           "receipt.status_updated"
                     *         ],
                     *         "enabled": true,
                     *         "extendedRetries": true,
                     *         "createdAt": 1767225600000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChangedWebhook"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    deleteWebhooksId: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "id": "tea-1001",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedWebhook"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postWebhooksIdRotate: {
        parameters: {
            query?: {
                /** @description With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key. */
                wallet?: string;
            };
            header?: {
                /** @description A retry with the same key is not executed again and returns the original response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlapHours": 1
                 *     }
                 */
                "application/json": components["schemas"]["RotateSecretBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "webhook": {
                     *         "id": "tea-1001",
                     *         "url": "https://shop.example/thanks",
                     *         "events": [
                     *           "receipt.status_updated"
                     *         ],
                     *         "enabled": true,
                     *         "extendedRetries": true,
                     *         "createdAt": 1767225600000,
                     *         "secret": "tsk_example",
                     *         "previousSecretUntil": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedWebhook"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postX402Orders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "shopSlug": "blue-bottle",
                 *       "items": [
                 *         {
                 *           "sku": "TEA-1",
                 *           "qty": 2
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PaidOrderBody"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    /** @description The settled payment with a signed receipt, as base64 JSON of x402 v2 */
                    "PAYMENT-RESPONSE"?: string;
                    /** @description The settled payment, as base64 JSON of x402 v1 */
                    "X-PAYMENT-RESPONSE"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "receipt": {
                     *         "receiptId": "tea-1001",
                     *         "totalUsd": 4.5,
                     *         "total": 4.5,
                     *         "currency": "USD",
                     *         "lineItems": [
                     *           {
                     *             "label": "Green tea",
                     *             "priceUsd": 4.5
                     *           }
                     *         ],
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "brandName": "Green tea",
                     *         "status": "generated",
                     *         "paymentStatus": "paid",
                     *         "jurisdictionCode": "https://shop.example/thanks",
                     *         "taxRate": 0.0825,
                     *         "taxComponents": [
                     *           "text"
                     *         ],
                     *         "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *         "transactionTimestamp": 1767225600000,
                     *         "transactionId": "tea-1001",
                     *         "metadata": {},
                     *         "billingAddress": {
                     *           "firstName": "Green tea",
                     *           "lastName": "Green tea",
                     *           "phone": "text",
                     *           "email": "ada@example.com",
                     *           "line1": "text",
                     *           "line2": "text",
                     *           "city": "text",
                     *           "state": "text",
                     *           "zip": "text",
                     *           "country": "US"
                     *         },
                     *         "onrampEmail": "ada@example.com",
                     *         "redirectUrl": "https://shop.example/thanks",
                     *         "returnUrl": "https://shop.example/thanks",
                     *         "webhookUrl": "https://shop.example/thanks",
                     *         "onSuccess": "text",
                     *         "paymentUrl": "https://shop.example/thanks",
                     *         "payoutAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "expiresAt": 1767225600000,
                     *         "marked": true,
                     *         "mismatch": "text",
                     *         "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "pricing": {
                     *           "version": 1,
                     *           "currency": "USD",
                     *           "usdPerUnit": 4.5,
                     *           "quotedAt": 1767225600000,
                     *           "provider": "text",
                     *           "originalTotal": 4.5,
                     *           "originalLineItems": []
                     *         },
                     *         "failureCode": "text",
                     *         "failureCategory": "text",
                     *         "failureReason": "text",
                     *         "failureAction": "text",
                     *         "refundStatus": "paid",
                     *         "refundedUsd": 4.5,
                     *         "creditReturnedUsd": 4.5,
                     *         "refunds": [
                     *           {
                     *             "refundId": "tea-1001",
                     *             "usd": 4.5,
                     *             "buyer": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "items": [],
                     *             "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                     *             "reason": "text",
                     *             "confirmed": true,
                     *             "by": "text",
                     *             "createdAt": 1767225600000
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "status": "paid",
                     *             "previousStatus": "paid",
                     *             "at": 1767225600000,
                     *             "by": "text"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaidOrder"];
                };
            };
            /** @description Payment Required */
            402: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    /** @description The challenge with a signed offer, as base64 JSON of x402 v2 */
                    "PAYMENT-REQUIRED"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "x402Version": 1,
                     *       "error": "text",
                     *       "accepts": [
                     *         {}
                     *       ],
                     *       "quote": {}
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentRequired"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postX402Subscribe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "planKey": "starter"
                 *     }
                 */
                "application/json": components["schemas"]["SubscribeBody"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    /** @description The settled payment with a signed receipt, as base64 JSON of x402 v2 */
                    "PAYMENT-RESPONSE"?: string;
                    /** @description The settled payment, as base64 JSON of x402 v1 */
                    "X-PAYMENT-RESPONSE"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "plan": "text",
                     *       "priceUsd": 4.5,
                     *       "subscriptionId": "tea-1001",
                     *       "apiKey": "tsk_example",
                     *       "message": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Subscribed"];
                };
            };
            /** @description Payment Required */
            402: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    /** @description The challenge with a signed offer, as base64 JSON of x402 v2 */
                    "PAYMENT-REQUIRED"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "x402Version": 1,
                     *       "error": "text",
                     *       "accepts": [
                     *         {}
                     *       ],
                     *       "quote": {}
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentRequired"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAssetsGraphqlFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example text */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/javascript": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAssetsLogoSvg: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "image/svg+xml": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAssetsPartsFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example text */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/javascript": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAssetsPortalFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example text */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/javascript": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAssetsPreviewPng: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "image/png": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAssetsStartFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example text */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/javascript": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getDiscoveryResources: {
        parameters: {
            query?: {
                /** @description http, the only type; another type matches nothing */
                type?: string;
                /** @description 1 to 100, default 20 */
                limit?: number;
                /** @description Number of resources to skip, default 0 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "x402Version": 2,
                     *       "items": [
                     *         {
                     *           "resource": "text",
                     *           "type": "http",
                     *           "x402Version": 2,
                     *           "accepts": [],
                     *           "lastUpdated": 1767225600000,
                     *           "metadata": {}
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 1,
                     *         "offset": 1,
                     *         "total": 5
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ResourcePage"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getDocsPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description For example receipts.md
                 * @example text
                 */
                page: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/plain": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getFaviconIco: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "image/svg+xml": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getHealthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Healthz"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getLlmsTxt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/plain": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": 1,
                 *       "method": "tools/list"
                 *     }
                 */
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example null */
                    "application/json": null;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getMediaHashSizeWebp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description SHA-256 hash of the uploaded file, in lower-case hex
                 * @example 3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b
                 */
                hash: string;
                /**
                 * @description 48, 320 or 960 pixels
                 * @example 320
                 */
                size: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "image/webp": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getOpenapiJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example null */
                    "application/json": null;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getPagePortalId: {
        parameters: {
            query?: {
                /** @description The merchant's wallet or split. Required without k, unless the service generated the id. */
                recipient?: string;
                /** @description The signature in the paymentUrl. Without it, a receipt with an id of your choice shows only what is needed to pay. */
                k?: string;
                /** @description 0 leaves out the thumb of every line */
                thumbs?: string;
                /** @description Symbol of the asset to pay in */
                asset?: string;
            };
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/html": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getPagePortalIdSuccessFrame: {
        parameters: {
            query?: {
                /** @description The merchant's wallet or split. Required without k, unless the service generated the id. */
                recipient?: string;
                /** @description The signature in the paymentUrl. Without it, a receipt with an id of your choice shows only what is needed to pay. */
                k?: string;
                /** @description 0 leaves out the thumb of every line */
                thumbs?: string;
            };
            header?: never;
            path: {
                /** @example tea-1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/html": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getRobotsTxt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/plain": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    postSandboxCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description See Other */
            303: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getSandboxGraphql: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/html": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getSandboxParts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Api-Version": components["headers"]["X-Api-Version"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/html": string;
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Failed */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    onReceiptStatusUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.status_updated",
                 *       "receiptId": "tea-1001",
                 *       "status": "generated",
                 *       "previousStatus": "generated",
                 *       "failureCode": "text",
                 *       "failureCategory": "text",
                 *       "failureReason": "text",
                 *       "failureAction": "text",
                 *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "totalUsd": 4.5,
                 *       "customerTotalUsd": 4.5,
                 *       "onrampSourceAmountUsd": 4.5,
                 *       "token": "USDC",
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "onrampSessionId": "tea-1001",
                 *       "isOnrampSessionUnique": true,
                 *       "transactionId": "tea-1001",
                 *       "metadata": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptStatusUpdatedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReceiptOversold: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.oversold",
                 *       "receiptId": "tea-1001",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "oversold": [
                 *         {
                 *           "itemId": "tea-1001",
                 *           "sku": "TEA-1",
                 *           "missing": 1
                 *         }
                 *       ],
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text"
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptOversoldEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriptionCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "subscription.created",
                 *       "subscriptionId": "tea-1001",
                 *       "planId": "tea-1001",
                 *       "status": "active",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "customerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "nextChargeAt": 1767225600000,
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text"
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriptionCharged: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "subscription.charged",
                 *       "subscriptionId": "tea-1001",
                 *       "planId": "tea-1001",
                 *       "status": "active",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "customerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "nextChargeAt": 1767225600000,
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "periodIndex": 1,
                 *       "amountUsd": 4.5,
                 *       "token": "USDC",
                 *       "billingEventId": "tea-1001",
                 *       "periodStart": 1,
                 *       "periodEnd": 1,
                 *       "attempt": 1,
                 *       "feeUsd": 4.5,
                 *       "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "receiptId": "tea-1001",
                 *       "refundDue": true
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionChargedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriptionChargeFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "subscription.charge_failed",
                 *       "subscriptionId": "tea-1001",
                 *       "planId": "tea-1001",
                 *       "status": "active",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "customerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "nextChargeAt": 1767225600000,
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "periodIndex": 1,
                 *       "amountUsd": 4.5,
                 *       "token": "USDC",
                 *       "billingEventId": "tea-1001",
                 *       "periodStart": 1,
                 *       "periodEnd": 1,
                 *       "attempt": 1,
                 *       "feeUsd": 4.5,
                 *       "txHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "failureCode": "balance",
                 *       "nextAttemptAt": 1767225600000
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionChargeFailedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriptionChargeUpcoming: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "subscription.charge_upcoming",
                 *       "subscriptionId": "tea-1001",
                 *       "planId": "tea-1001",
                 *       "status": "active",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "customerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "nextChargeAt": 1767225600000,
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "periodIndex": 1,
                 *       "amountUsd": 4.5,
                 *       "token": "USDC"
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionChargeUpcomingEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriptionChargeAtRisk: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "subscription.charge_at_risk",
                 *       "subscriptionId": "tea-1001",
                 *       "planId": "tea-1001",
                 *       "status": "active",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "customerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "nextChargeAt": 1767225600000,
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "periodIndex": 1,
                 *       "amountUsd": 4.5,
                 *       "token": "USDC",
                 *       "failureCode": "balance"
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionChargeAtRiskEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriptionPaused: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "subscription.paused",
                 *       "subscriptionId": "tea-1001",
                 *       "planId": "tea-1001",
                 *       "status": "active",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "customerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "nextChargeAt": 1767225600000,
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text"
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionPausedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriptionResumed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "subscription.resumed",
                 *       "subscriptionId": "tea-1001",
                 *       "planId": "tea-1001",
                 *       "status": "active",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "customerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "nextChargeAt": 1767225600000,
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text"
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionResumedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriptionCanceled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "subscription.canceled",
                 *       "subscriptionId": "tea-1001",
                 *       "planId": "tea-1001",
                 *       "status": "active",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "customerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "nextChargeAt": 1767225600000,
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text"
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionCanceledEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriptionRevoked: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "subscription.revoked",
                 *       "subscriptionId": "tea-1001",
                 *       "planId": "tea-1001",
                 *       "status": "active",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "customerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "nextChargeAt": 1767225600000,
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text"
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionRevokedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriptionExpired: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "subscription.expired",
                 *       "subscriptionId": "tea-1001",
                 *       "planId": "tea-1001",
                 *       "status": "active",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "customerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "nextChargeAt": 1767225600000,
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text"
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionExpiredEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReceiptGenerated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.generated",
                 *       "receiptId": "tea-1001",
                 *       "status": "generated",
                 *       "previousStatus": "generated",
                 *       "failureCode": "text",
                 *       "failureCategory": "text",
                 *       "failureReason": "text",
                 *       "failureAction": "text",
                 *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "totalUsd": 4.5,
                 *       "customerTotalUsd": 4.5,
                 *       "onrampSourceAmountUsd": 4.5,
                 *       "token": "USDC",
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "onrampSessionId": "tea-1001",
                 *       "isOnrampSessionUnique": true,
                 *       "transactionId": "tea-1001",
                 *       "metadata": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptGeneratedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReceiptLinkOpened: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.link_opened",
                 *       "receiptId": "tea-1001",
                 *       "status": "generated",
                 *       "previousStatus": "generated",
                 *       "failureCode": "text",
                 *       "failureCategory": "text",
                 *       "failureReason": "text",
                 *       "failureAction": "text",
                 *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "totalUsd": 4.5,
                 *       "customerTotalUsd": 4.5,
                 *       "onrampSourceAmountUsd": 4.5,
                 *       "token": "USDC",
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "onrampSessionId": "tea-1001",
                 *       "isOnrampSessionUnique": true,
                 *       "transactionId": "tea-1001",
                 *       "metadata": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptLinkOpenedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReceiptBuyerLoggedIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.buyer_logged_in",
                 *       "receiptId": "tea-1001",
                 *       "status": "generated",
                 *       "previousStatus": "generated",
                 *       "failureCode": "text",
                 *       "failureCategory": "text",
                 *       "failureReason": "text",
                 *       "failureAction": "text",
                 *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "totalUsd": 4.5,
                 *       "customerTotalUsd": 4.5,
                 *       "onrampSourceAmountUsd": 4.5,
                 *       "token": "USDC",
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "onrampSessionId": "tea-1001",
                 *       "isOnrampSessionUnique": true,
                 *       "transactionId": "tea-1001",
                 *       "metadata": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptBuyerLoggedInEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReceiptCheckoutInitialized: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.checkout_initialized",
                 *       "receiptId": "tea-1001",
                 *       "status": "generated",
                 *       "previousStatus": "generated",
                 *       "failureCode": "text",
                 *       "failureCategory": "text",
                 *       "failureReason": "text",
                 *       "failureAction": "text",
                 *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "totalUsd": 4.5,
                 *       "customerTotalUsd": 4.5,
                 *       "onrampSourceAmountUsd": 4.5,
                 *       "token": "USDC",
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "onrampSessionId": "tea-1001",
                 *       "isOnrampSessionUnique": true,
                 *       "transactionId": "tea-1001",
                 *       "metadata": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptCheckoutInitializedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReceiptPending: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.pending",
                 *       "receiptId": "tea-1001",
                 *       "status": "generated",
                 *       "previousStatus": "generated",
                 *       "failureCode": "text",
                 *       "failureCategory": "text",
                 *       "failureReason": "text",
                 *       "failureAction": "text",
                 *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "totalUsd": 4.5,
                 *       "customerTotalUsd": 4.5,
                 *       "onrampSourceAmountUsd": 4.5,
                 *       "token": "USDC",
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "onrampSessionId": "tea-1001",
                 *       "isOnrampSessionUnique": true,
                 *       "transactionId": "tea-1001",
                 *       "metadata": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptPendingEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReceiptCheckoutSuccess: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.checkout_success",
                 *       "receiptId": "tea-1001",
                 *       "status": "generated",
                 *       "previousStatus": "generated",
                 *       "failureCode": "text",
                 *       "failureCategory": "text",
                 *       "failureReason": "text",
                 *       "failureAction": "text",
                 *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "totalUsd": 4.5,
                 *       "customerTotalUsd": 4.5,
                 *       "onrampSourceAmountUsd": 4.5,
                 *       "token": "USDC",
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "onrampSessionId": "tea-1001",
                 *       "isOnrampSessionUnique": true,
                 *       "transactionId": "tea-1001",
                 *       "metadata": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptCheckoutSuccessEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReceiptTxMined: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.tx_mined",
                 *       "receiptId": "tea-1001",
                 *       "status": "generated",
                 *       "previousStatus": "generated",
                 *       "failureCode": "text",
                 *       "failureCategory": "text",
                 *       "failureReason": "text",
                 *       "failureAction": "text",
                 *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "totalUsd": 4.5,
                 *       "customerTotalUsd": 4.5,
                 *       "onrampSourceAmountUsd": 4.5,
                 *       "token": "USDC",
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "onrampSessionId": "tea-1001",
                 *       "isOnrampSessionUnique": true,
                 *       "transactionId": "tea-1001",
                 *       "metadata": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptTxMinedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReceiptRecipientValidated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.recipient_validated",
                 *       "receiptId": "tea-1001",
                 *       "status": "generated",
                 *       "previousStatus": "generated",
                 *       "failureCode": "text",
                 *       "failureCategory": "text",
                 *       "failureReason": "text",
                 *       "failureAction": "text",
                 *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "totalUsd": 4.5,
                 *       "customerTotalUsd": 4.5,
                 *       "onrampSourceAmountUsd": 4.5,
                 *       "token": "USDC",
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "onrampSessionId": "tea-1001",
                 *       "isOnrampSessionUnique": true,
                 *       "transactionId": "tea-1001",
                 *       "metadata": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptRecipientValidatedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReceiptTxMismatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.tx_mismatch",
                 *       "receiptId": "tea-1001",
                 *       "status": "generated",
                 *       "previousStatus": "generated",
                 *       "failureCode": "text",
                 *       "failureCategory": "text",
                 *       "failureReason": "text",
                 *       "failureAction": "text",
                 *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "totalUsd": 4.5,
                 *       "customerTotalUsd": 4.5,
                 *       "onrampSourceAmountUsd": 4.5,
                 *       "token": "USDC",
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "onrampSessionId": "tea-1001",
                 *       "isOnrampSessionUnique": true,
                 *       "transactionId": "tea-1001",
                 *       "metadata": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptTxMismatchEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReceiptPaid: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.paid",
                 *       "receiptId": "tea-1001",
                 *       "status": "generated",
                 *       "previousStatus": "generated",
                 *       "failureCode": "text",
                 *       "failureCategory": "text",
                 *       "failureReason": "text",
                 *       "failureAction": "text",
                 *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "totalUsd": 4.5,
                 *       "customerTotalUsd": 4.5,
                 *       "onrampSourceAmountUsd": 4.5,
                 *       "token": "USDC",
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "onrampSessionId": "tea-1001",
                 *       "isOnrampSessionUnique": true,
                 *       "transactionId": "tea-1001",
                 *       "metadata": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptPaidEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReceiptCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.completed",
                 *       "receiptId": "tea-1001",
                 *       "status": "generated",
                 *       "previousStatus": "generated",
                 *       "failureCode": "text",
                 *       "failureCategory": "text",
                 *       "failureReason": "text",
                 *       "failureAction": "text",
                 *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "totalUsd": 4.5,
                 *       "customerTotalUsd": 4.5,
                 *       "onrampSourceAmountUsd": 4.5,
                 *       "token": "USDC",
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "onrampSessionId": "tea-1001",
                 *       "isOnrampSessionUnique": true,
                 *       "transactionId": "tea-1001",
                 *       "metadata": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptCompletedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReceiptReconciled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.reconciled",
                 *       "receiptId": "tea-1001",
                 *       "status": "generated",
                 *       "previousStatus": "generated",
                 *       "failureCode": "text",
                 *       "failureCategory": "text",
                 *       "failureReason": "text",
                 *       "failureAction": "text",
                 *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "totalUsd": 4.5,
                 *       "customerTotalUsd": 4.5,
                 *       "onrampSourceAmountUsd": 4.5,
                 *       "token": "USDC",
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "onrampSessionId": "tea-1001",
                 *       "isOnrampSessionUnique": true,
                 *       "transactionId": "tea-1001",
                 *       "metadata": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptReconciledEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReceiptFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.failed",
                 *       "receiptId": "tea-1001",
                 *       "status": "generated",
                 *       "previousStatus": "generated",
                 *       "failureCode": "text",
                 *       "failureCategory": "text",
                 *       "failureReason": "text",
                 *       "failureAction": "text",
                 *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "totalUsd": 4.5,
                 *       "customerTotalUsd": 4.5,
                 *       "onrampSourceAmountUsd": 4.5,
                 *       "token": "USDC",
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "onrampSessionId": "tea-1001",
                 *       "isOnrampSessionUnique": true,
                 *       "transactionId": "tea-1001",
                 *       "metadata": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptFailedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReceiptRefundRequested: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.refund_requested",
                 *       "receiptId": "tea-1001",
                 *       "status": "generated",
                 *       "previousStatus": "generated",
                 *       "failureCode": "text",
                 *       "failureCategory": "text",
                 *       "failureReason": "text",
                 *       "failureAction": "text",
                 *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "totalUsd": 4.5,
                 *       "customerTotalUsd": 4.5,
                 *       "onrampSourceAmountUsd": 4.5,
                 *       "token": "USDC",
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "onrampSessionId": "tea-1001",
                 *       "isOnrampSessionUnique": true,
                 *       "transactionId": "tea-1001",
                 *       "metadata": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptRefundRequestedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReceiptRefunded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "receipt.refunded",
                 *       "receiptId": "tea-1001",
                 *       "status": "generated",
                 *       "previousStatus": "generated",
                 *       "failureCode": "text",
                 *       "failureCategory": "text",
                 *       "failureReason": "text",
                 *       "failureAction": "text",
                 *       "transactionHash": "0x3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b3b",
                 *       "buyerWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "merchantWallet": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "totalUsd": 4.5,
                 *       "customerTotalUsd": 4.5,
                 *       "onrampSourceAmountUsd": 4.5,
                 *       "token": "USDC",
                 *       "timestamp": 1767225600000,
                 *       "brandKey": "text",
                 *       "onrampSessionId": "tea-1001",
                 *       "isOnrampSessionUnique": true,
                 *       "transactionId": "tea-1001",
                 *       "metadata": {}
                 *     }
                 */
                "application/json": components["schemas"]["ReceiptRefundedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other status is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
