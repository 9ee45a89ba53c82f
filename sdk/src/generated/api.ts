// Generated from server/openapi.json: npm run generate

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Start page */
        get: operations["getStart"];
        put?: never;
        post?: never;
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
        /** What people changed */
        get: operations["getAudit"];
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
        /** Sign in with a wallet */
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
        /** Sign out */
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
        /** Who is signed in */
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
        /** A nonce to sign in with */
        get: operations["getAuthNonce"];
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
        /** How the chain is, and what is on its way there */
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
        /** What the service sends to the chain, the newest first */
        get: operations["getChainTransactions"];
        put?: never;
        post?: never;
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
        /** Search the listed shops */
        get: operations["getDirectoryShops"];
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
        /** Search, filter and page through what a listed shop sells */
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
         * @description Needs no key, for use on the shop's own page. The shop's settings determine the tax.
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
        /** Quote an order at a listed shop */
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
         * What has happened, the oldest first
         * @description The bodies and ids that webhooks have, for 30 days. Ask again with nextCursor and nothing is missed.
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
         * The same as it happens
         * @description Server-sent events. Begins after Last-Event-ID or after, else with what comes next; ends after an hour, to be asked for again.
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
    "/api/inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List items */
        get: operations["getInventory"];
        put?: never;
        /**
         * Create or update an item
         * @description Finds the item by id if given, otherwise by SKU. Omitted fields keep their values.
         */
        post: operations["postInventory"];
        /** Delete an item */
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
        /** Export all items as a CSV file */
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
         * @description Imports all rows or none. A dry run returns the changes and problems without importing.
         */
        post: operations["postInventoryImport"];
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
        /** Keys that work */
        get: operations["getKeys"];
        put?: never;
        /** Make a key */
        post: operations["postKeys"];
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
        /** End a key at once */
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
        /** Replace a key */
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
        /** What all accounts add up to */
        get: operations["getLedgerTrialBalance"];
        put?: never;
        post?: never;
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
        /** Who works for the merchant */
        get: operations["getMembers"];
        put?: never;
        /** Invite a wallet */
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
        /** Stop working for the merchant that `wallet` names */
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
        /** Give a member another role */
        put: operations["putMembersMember"];
        post?: never;
        /** Take somebody away from the merchant */
        delete: operations["deleteMembersMember"];
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
         * @description Creates a receipt with tax and the processing fee, and holds the stock. Billing details and your own reference have several accepted names; see docs/receipts.md.
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
        /** Quote an order */
        post: operations["postOrdersQuote"];
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
        /** A receipt as its buyer sees it, and how to pay it */
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
         * Pay a receipt by signature, without gas
         * @description Takes an EIP-3009 authorization and has it submitted. The same one again is taken once.
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
         * The same, now and whenever it changes
         * @description Server-sent events: `event: receipt`, `id`, and as `data` what GET /api/portal/{id} answers. Last-Event-ID spares what is known.
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
        /** Say what the buyer does on the payment page */
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
         * A QR code that pays a receipt
         * @description Made anew whenever it is asked for, because what is due changes.
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
         * The itemised receipt as a PDF file
         * @description Before it is paid it is an invoice, and says so.
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
         * Say which transaction pays a receipt
         * @description A hint where to look, never proof: what counts is what the chain says.
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
        /** Get fees, currencies, plans and exchange rates */
        get: operations["getPricingConfig"];
        put?: never;
        /**
         * Change the merchant's pricing
         * @description The same fields as fees and pricing in the shop's configuration. Fields that the platform sets are refused.
         */
        post: operations["postPricingConfig"];
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
        /** List receipts, newest first */
        get: operations["getReceipts"];
        put?: never;
        /**
         * Create a receipt with your own id
         * @description Billing details and your own reference have several accepted names; see docs/receipts.md.
         */
        post: operations["postReceipts"];
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
        /** Record a refund */
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
         * What a refund would be, without giving it
         * @description Send the transfers, then write the refund down with POST /api/receipts/refund.
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
        /** Get a receipt's status */
        get: operations["getReceiptsStatus"];
        put?: never;
        /**
         * Set a receipt's status
         * @description A developer key reports the progress of the buyer. Owners and admins can also record a manual payment, reconcile a receipt or mark it as failed. A buyer signed in on the payment page reports their own progress and can request a refund.
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
        /** Create a point-of-sale receipt */
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
        /** Get a receipt */
        get: operations["getReceiptsId"];
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
         * What was sold and who gets the money, receipt by receipt
         * @description At most 10,000 receipts; the same as a file with format=csv.
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
         * Turn the clock forward
         * @description Moves the service's clock and the chain's together, for everybody, and for good: it is still so after a restart.
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
         * Let something happen to a receipt
         * @description Pays on the sandbox chain as a test buyer, in every way that payments come or go wrong. The receipt follows as it would for anybody.
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
         * Forget everything that was sold
         * @description Removes the merchant's receipts with all that belongs to them. Shop, catalogue, keys and split stay; so does what is on the chain.
         */
        post: operations["postSandboxReset"];
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
        /** The configuration of the shop */
        get: operations["getShopConfig"];
        put?: never;
        /**
         * Change parts of the configuration
         * @description Objects merge, lists and values replace. Unknown fields are ignored.
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
        /** The defaults of the site */
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
        /** The merchant's split */
        get: operations["getSplitDeploy"];
        put?: never;
        /**
         * Set the split that new receipts are paid to
         * @description Without an address a contract is deployed; where it will be is known at once. Former ones are kept, for the receipts of their time. The same split again changes nothing.
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
        /** Payments through the split, the newest first */
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
         * Gone: recipients fetch their shares from the contract
         * @deprecated
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
        /** Status and diagnostics */
        get: operations["getStatusPing"];
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
         * Jurisdictions and their general tax rates
         * @description For orientation, not advice. The shop's own rates stand in place of the catalogue's.
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
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Addresses that get events */
        get: operations["getWebhooks"];
        put?: never;
        /**
         * Have events sent to an address
         * @description At most ten of them, beside the addresses of single receipts. Each has a secret of its own.
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
         * Deliveries of events, the newest first
         * @description Those of the last 30 days, with every attempt.
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
        /** One delivery, with what is sent */
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
         * Send a delivery once more
         * @description With the same id, bytes and signature, however it ended. One that is still being tried stays as it is.
         */
        post: operations["postWebhooksDeliveriesIdRedeliver"];
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
         * Send an event that is made up
         * @description Its body says test: true. To url it is signed with the developer key it is asked for with; see the delivery for how it went.
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
        /** Change an address that gets events */
        put: operations["putWebhooksId"];
        post?: never;
        /** Send nothing to an address any more */
        delete: operations["deleteWebhooksId"];
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
        /** Asset logo.svg */
        get: operations["getAssetsLogoSvg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/parts.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Asset parts.css */
        get: operations["getAssetsPartsCss"];
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
        /** A script of the payment page */
        get: operations["getAssetsPortalFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/start.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Asset start.css */
        get: operations["getAssetsStartCss"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/start.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Asset start.js */
        get: operations["getAssetsStartJs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/tokens.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Asset tokens.css */
        get: operations["getAssetsTokensCss"];
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
        /** Is the service alive */
        get: operations["getHealthz"];
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
        /** This description, as OpenAPI 3.1 */
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
        /** Where a buyer pays */
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
        /** The merchant's script after the payment, in a frame that can do nothing else */
        get: operations["getPagePortalIdSuccessFrame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
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
            /** @description Where it may lead without being asked */
            origins: string[];
        };
        /** AnnouncedTransaction */
        AnnouncedTransaction: {
            /** @description Required; 0x and 64 hex digits */
            txHash?: unknown;
        } & {
            [key: string]: unknown;
        };
        /** ApiError */
        ApiError: {
            /** @description Stable code, see docs/errors.md */
            error: string;
            /** @description What happened and what to do, for a person */
            message: string;
        } & {
            [key: string]: unknown;
        };
        /** AuditEntry */
        AuditEntry: {
            /** @description Place in this merchant's chain, from 1 */
            seq: number;
            /** @description Unix ms */
            at: number;
            /** @description Wallet of the person, or id of the developer key */
            actor: string;
            /** @description What the person was to the merchant; key for a developer key */
            role: string;
            /** @description e.g. key.revoked */
            action: string;
            /** @description Id of what was changed */
            target: string;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
            correlationId: string;
            /** @description Ties the entry to all before it, hex */
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
            /**
             * @description Currency of price
             * @enum {string}
             */
            currency?: "USD" | "EUR";
            priceIncludesTax: boolean;
            /** @description false: exempt from tax */
            taxable: boolean;
            /** @description https URLs, or small PNG, JPEG, WebP or GIF images as data URIs */
            images: string[];
            /** @description Embedded images were omitted to limit the page size; request fewer items */
            imagesOmitted?: boolean;
            inStock: boolean;
        };
        /** CataloguePage */
        CataloguePage: {
            /** @constant */
            ok: true;
            items: components["schemas"]["CatalogueItem"][];
            page: number;
            limit: number;
            /** @description Items on all pages */
            total: number;
            totalPages: number;
            hasMore: boolean;
        };
        /**
         * ChainAnswer
         * @description chain is null when none is configured
         */
        ChainAnswer: {
            /** @constant */
            ok: true;
            chain: components["schemas"]["ChainOverview"] | null;
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
            /** @description Of the newest block */
            blockNumber: number;
            blockHash: string;
            /** @description Unix ms; by the chain */
            blockTime: number;
            relayer: components["schemas"]["Relayer"] | null;
            /** @description What payments on this chain need */
            contracts: components["schemas"]["ChainContract"][];
            /** @description What payments on this chain are made in */
            tokens: components["schemas"]["ChainToken"][];
            outgoing: components["schemas"]["OutgoingCounts"];
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
        /** CheckResult */
        CheckResult: {
            ok: boolean;
        } & {
            [key: string]: unknown;
        };
        /** ClockAdvance */
        ClockAdvance: {
            /** @description How far to turn it, a year at most */
            advanceMs: number;
        };
        /** ClockTurned */
        ClockTurned: {
            /** @constant */
            ok: true;
            /** @description What the clock shows now, Unix ms */
            now: number;
            /** @description How far it is ahead of the real one */
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
            /** @description For the onramp; also redirectUrl */
            redirect_url?: unknown;
            /** @description After the payment; also return_url */
            returnUrl?: unknown;
            /** @description For status webhooks; also webhookUrl */
            webhook_url?: unknown;
            /** @description A URL or a script */
            onSuccess?: unknown;
            /** @description An object of at most 16 KiB */
            metadata?: unknown;
        } & {
            [key: string]: unknown;
        };
        /** CreateWebhookBody */
        CreateWebhookBody: {
            /** @description Absolute and https; in sandbox mode http as well */
            url: string;
            /** @description Which events it gets; default all kinds there are */
            events?: "receipt.status_updated"[];
            /** @description Whether it gets events at all; default true */
            enabled?: boolean;
            /** @description Whether more is tried after the two attempts that everybody gets; default false */
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
        };
        /** CreatedWebhook */
        CreatedWebhook: {
            /** @constant */
            ok: true;
            webhook: components["schemas"]["NewWebhook"];
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
            /** @description null for a test */
            receiptId: string | null;
            /** @enum {string} */
            event: "receipt.status_updated";
            url: string;
            /** @description null for the receipt's own address */
            webhookId: string | null;
            /**
             * @description pending is still being tried; failed is given up
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description The oldest first */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /** @description Unix ms */
            createdAt: number;
        };
        /** DeliveryAnswer */
        DeliveryAnswer: {
            /** @constant */
            ok: true;
            delivery: components["schemas"]["DeliveryWithRequest"];
        };
        /** DeliveryAttempt */
        DeliveryAttempt: {
            /** @description Unix ms */
            at: number;
            /** @description What the receiver answered; null when it did not */
            httpStatus: number | null;
            /** @description Why it did not arrive, e.g. timeout or not_2xx; null when it did */
            error: string | null;
            durationMs: number;
        };
        /** DeliveryPage */
        DeliveryPage: {
            /** @constant */
            ok: true;
            /** @description The newest first */
            deliveries: components["schemas"]["Delivery"][];
            /** @description Where the next page begins; null after the last one */
            nextCursor: string | null;
        };
        /** DeliveryWithRequest */
        DeliveryWithRequest: {
            deliveryId: string;
            eventId: string;
            /** @description null for a test */
            receiptId: string | null;
            /** @enum {string} */
            event: "receipt.status_updated";
            url: string;
            /** @description null for the receipt's own address */
            webhookId: string | null;
            /**
             * @description pending is still being tried; failed is given up
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description The oldest first */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /** @description Unix ms */
            createdAt: number;
            request: {
                /** @description Of the last attempt, or of the first that is to come */
                headers: {
                    [key: string]: string;
                };
                /** @description The very bytes, for checking the signature */
                body: string;
            };
        };
        /** DeveloperKey */
        DeveloperKey: {
            id: string;
            /** @description The part of the key that is no secret */
            prefix: string;
            name: string;
            scopes: ("inventory:read" | "inventory:write" | "orders:create" | "receipts:read" | "receipts:write" | "shop:read" | "split:read" | "users:read" | "graphql:read")[];
            /** @description Unix ms */
            createdAt: number;
            /** @description Unix ms, noted at most once a minute */
            lastUsedAt: number | null;
            /** @description Unix ms; set once the key was rotated */
            expiresAt: number | null;
        };
        /** DeveloperKeys */
        DeveloperKeys: {
            /** @constant */
            ok: true;
            /** @description Newest first */
            keys: components["schemas"]["DeveloperKey"][];
        };
        /** DirectoryMeta */
        DirectoryMeta: {
            /** @description On this page */
            totalReturned: number;
            limit: number;
            offset: number;
            /** @description Names the deployment */
            brandContext: string;
            /** @description On all pages */
            total: number;
        };
        /** DirectoryPage */
        DirectoryPage: {
            /** @constant */
            ok: true;
            /** @description The best first, then by name */
            directory: components["schemas"]["DirectoryShop"][];
            meta: components["schemas"]["DirectoryMeta"];
        };
        /** DirectoryShop */
        DirectoryShop: {
            name: string;
            /** @description Names the shop in addresses */
            slug: string;
            description: string;
            categories: string[];
            keywords: string[];
            industryPack: string;
            theme: components["schemas"]["DirectoryShopTheme"];
        };
        /** DirectoryShopTheme */
        DirectoryShopTheme: {
            /** @description "" for none */
            brandLogoUrl: string;
            /** @description "" for none */
            coverPhotoUrl: string;
        };
        /** Done */
        Done: {
            /** @constant */
            ok: true;
        };
        /**
         * Event
         * @description What a webhook says, with id and createdAt
         */
        Event: {
            /** @description The same in every webhook about it: webhook-id */
            id: string;
            /** @description Unix ms; when it happened */
            createdAt: number;
            /** @enum {string} */
            event: "receipt.status_updated";
            receiptId: string;
            /**
             * @description See docs/receipt-status.md
             * @enum {string}
             */
            status: "generated" | "link_opened" | "buyer_logged_in" | "checkout_initialized" | "pending" | "checkout_success" | "tx_mined" | "recipient_validated" | "tx_mismatch" | "paid" | "completed" | "reconciled" | "failed" | "refund_requested" | "refunded";
            /**
             * @description See docs/receipt-status.md
             * @enum {string}
             */
            previousStatus: "generated" | "link_opened" | "buyer_logged_in" | "checkout_initialized" | "pending" | "checkout_success" | "tx_mined" | "recipient_validated" | "tx_mismatch" | "paid" | "completed" | "reconciled" | "failed" | "refund_requested" | "refunded";
            failureCode: string | null;
            failureCategory: string | null;
            failureReason: string | null;
            failureAction: string | null;
            transactionHash?: string | null;
            buyerWallet?: string | null;
            merchantWallet: string;
            totalUsd: number;
            /** @description What the buyer owes. Not there when it failed */
            customerTotalUsd?: number;
            /** @description What was paid in at an onramp, where one has said so */
            onrampSourceAmountUsd?: number;
            /** @description What is paid with, e.g. USDC */
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
        } & {
            [key: string]: unknown;
        };
        /** EventPage */
        EventPage: {
            /** @description The oldest first */
            events: components["schemas"]["Event"][];
            /** @description What to ask with as after next time, also when there is nothing new at the moment */
            nextCursor: string;
        };
        /** GaslessPayment */
        GaslessPayment: {
            /** @description Who the signature lets collect the money: the payment gateway */
            gateway: string;
            /** @description What the gateway calls this receipt */
            receiptKey: string;
            /** @description Where the money goes, and nowhere else */
            payoutAddress: string;
            /** @description What can be paid so, each with the name and version it signs under */
            tokens: {
                symbol: string;
                name: string;
                version: string;
            }[];
        };
        /** Healthz */
        Healthz: {
            /** @description degraded: still selling, but a subsystem is away */
            status: "ok" | "degraded";
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
            /**
             * @description Currency of price
             * @enum {string}
             */
            currency?: "USD" | "EUR";
            priceIncludesTax: boolean;
            /** @description false: exempt from tax */
            taxable: boolean;
            /** @description -1: unlimited */
            stockQty: number;
            /** @description Held for unpaid receipts */
            reservedQty: number;
            /** @description https URLs, or small PNG, JPEG, WebP or GIF images as data URIs */
            images: string[];
            /** @description Embedded images were omitted to limit the page size; request fewer items */
            imagesOmitted?: boolean;
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
            limit: number;
            /** @description Items on all pages */
            total: number;
            totalPages: number;
            hasMore: boolean;
        };
        /** IssuedKey */
        IssuedKey: {
            /** @constant */
            ok: true;
            key: components["schemas"]["DeveloperKey"];
            /** @description The key itself, this once. null when the request is a repetition. */
            apiKey: string | null;
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
            /** @description A thumbnail as a data URI */
            thumb?: string;
        };
        /** MadeReceipt */
        MadeReceipt: {
            /** @constant */
            ok: true;
            receipt: components["schemas"]["Receipt"];
        };
        /** Me */
        Me: {
            /** @constant */
            ok: true;
            /** @description Address with checksum */
            wallet: string;
            /** @description For whom this person may act, their own merchant first */
            merchants: {
                /** @description Address with checksum */
                wallet: string;
                /** @description Empty until the shop has one */
                name: string;
                /** @enum {string} */
                role: "owner" | "admin" | "cashier" | "viewer";
            }[];
            /** @description Whether this wallet runs the platform */
            isOperator: boolean;
            /** @description Send it as x-csrf-token with every change */
            csrfToken: string;
        };
        /** Member */
        Member: {
            wallet: string;
            /** @enum {string} */
            role: "owner" | "admin" | "cashier" | "viewer";
            invitedBy: string | null;
            /** @description Unix ms */
            createdAt: number;
            /** @description Unix ms; null until they have signed in */
            joinedAt: number | null;
        };
        /** MemberAnswer */
        MemberAnswer: {
            /** @constant */
            ok: true;
            member: components["schemas"]["Member"];
        };
        /** MemberRemoved */
        MemberRemoved: {
            /** @constant */
            ok: true;
            member: string;
            /** @constant */
            removed: true;
        };
        /** Members */
        Members: {
            /** @constant */
            ok: true;
            /** @description The owner first */
            members: components["schemas"]["Member"][];
        };
        /** Network */
        Network: {
            /** @description As buyers know it */
            name: string;
            /** @description What its own coin is called */
            coin: string;
            rpcUrl: string | null;
            explorerUrl: string | null;
        };
        /** NewWebhook */
        NewWebhook: {
            id: string;
            url: string;
            events: "receipt.status_updated"[];
            enabled: boolean;
            extendedRetries: boolean;
            /** @description Unix ms */
            createdAt: number;
            /** @description What to verify its deliveries with, this once. null when the request is a repetition. */
            secret: string | null;
        };
        /** Nonce */
        Nonce: {
            /** @description For one sign-in message */
            nonce: string;
            /** @description Unix ms */
            expiresAt: number;
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
            /** @description For the onramp; also redirectUrl */
            redirect_url?: unknown;
            /** @description After the payment; also return_url */
            returnUrl?: unknown;
            /** @description For status webhooks; also webhookUrl */
            webhook_url?: unknown;
            /** @description A URL or a script */
            onSuccess?: unknown;
            /** @description Prefills the payment page */
            onrampEmail?: unknown;
            /** @description Your own reference; docs/receipts.md lists its other names */
            transactionId?: unknown;
            /** @description An object of at most 16 KiB */
            metadata?: unknown;
        } & {
            [key: string]: unknown;
        };
        /** OrderQuote */
        OrderQuote: {
            /** @enum {string} */
            currency: "USD" | "EUR";
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
         * @description How many are in each state; up to 10,000
         */
        OutgoingCounts: {
            /** @description Not signed yet */
            planned: number;
            /** @description Signed, not known to be with a node */
            signed: number;
            /** @description With a node, in no block */
            sent: number;
            /** @description In a block */
            mined: number;
            /** @description In a block, without effect */
            reverted: number;
            /** @description In a block, with enough others on top */
            final: number;
            /** @description Given up, without effect */
            failed: number;
        };
        /** OutgoingTransaction */
        OutgoingTransaction: {
            id: string;
            /** @description What it does, once */
            key: string;
            /** @description e.g. split.create */
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
            /** @description How often it was signed */
            generation: number;
            /** @description How often its fees were raised */
            bumps: number;
            blockNumber: number | null;
            gasUsed: number | null;
            error: string | null;
            /** @description Raising its fees has not helped */
            isStuck: boolean;
            /** @description Unix ms; by the service's clock, which a sandbox may move */
            createdAt: number;
            /** @description Unix ms; by the real clock */
            stateSince: number;
        };
        /** PaymentOption */
        PaymentOption: {
            /** @description USDC, USDT, EURC or ETH */
            symbol: string;
            token: string | null;
            decimals: number;
            /** @description In the smallest unit of the token */
            amountUnits: string;
            /** @description The same as a decimal */
            amount: string;
            /** @description For a wallet, as EIP-681 has it */
            uri: string;
            expiresAt: number | null;
        };
        /** PaymentSimulated */
        PaymentSimulated: {
            /** @constant */
            ok: true;
            receiptId: string;
            scenario: string;
            /** @description What was sent on the sandbox chain; what becomes of it, the receipt tells */
            transactionHashes: string[];
        };
        /** Ping */
        Ping: {
            /** @description Whether every check is good */
            ok: boolean;
            status: "ok" | "degraded";
            /** @description Version of the interface */
            version: string;
            /** @description The service clock, Unix ms */
            time: number;
            uptimeMs: number;
            /** @description The merchant this key belongs to */
            wallet: string;
            /** @description Subsystems as last sampled in the background */
            checks: {
                [key: string]: components["schemas"]["CheckResult"];
            };
        };
        /** PlacedOrder */
        PlacedOrder: {
            /** @constant */
            ok: true;
            receipt: components["schemas"]["Receipt"];
        };
        /** PlannedTransfer */
        PlannedTransfer: {
            /** @description The wallet that paid */
            to: string;
            /** @description Its contract; 0x0… for the coin of the chain */
            token: string;
            /** @description In the smallest unit */
            units: string;
            /** @description To be sent to the token; 0x for coin, which is sent to the wallet itself */
            calldata: string;
            /** @description The same for a wallet app (EIP-681) */
            uri: string;
        };
        /** PortalProgress */
        PortalProgress: {
            /** @description link_opened, checkout_initialized, pending or failed; required */
            status?: unknown;
            /** @description With failed; see docs/failures.md */
            failureCode?: unknown;
        } & {
            [key: string]: unknown;
        };
        /** PortalReceipt */
        PortalReceipt: {
            receiptId: string;
            /**
             * @description See docs/receipt-status.md
             * @enum {string}
             */
            status: "generated" | "link_opened" | "buyer_logged_in" | "checkout_initialized" | "pending" | "checkout_success" | "tx_mined" | "recipient_validated" | "tx_mismatch" | "paid" | "completed" | "reconciled" | "failed" | "refund_requested" | "refunded";
            /** @description The status as one of the eight documented payment statuses */
            paymentStatus: string;
            brandName: string;
            theme: components["schemas"]["ShopTheme"];
            /** @enum {string} */
            currency: "USD" | "EUR";
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
            transactionHash: string | null;
            confirmations: {
                have: number;
                need: number;
            };
            pricing: components["schemas"]["ReceiptPricing"] | null;
            failure: {
                /** @description See docs/failures.md */
                code: string;
                category: string;
                /** @description What happened */
                reason: string;
                /** @description What the buyer can do next */
                action: string;
            } | null;
            refundedUsd: number;
            refunds: components["schemas"]["PortalRefund"][];
            /** @description For everything the payment page does: the header x-portal-token */
            portalToken: string;
            payment: {
                /** @description Everything sent here pays this receipt */
                depositAddress: string;
                chainId: number;
                network: components["schemas"]["Network"];
                sent: components["schemas"]["SentPayment"] | null;
                gasless: components["schemas"]["GaslessPayment"] | null;
                /** @description Whether the time to pay it is over */
                isOver: boolean;
                /** @description What is still to be paid */
                dueUsd: number;
                /** @description What has been seen on the chain so far */
                paidUsd: number;
                /** @description Each pays all that is due */
                options: components["schemas"]["PaymentOption"][];
            };
        };
        /** PortalRefund */
        PortalRefund: {
            usd: number;
            txHash: string | null;
            /** @description Whether the chain was seen to have given it back */
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
        } & {
            [key: string]: unknown;
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
            currencies: ("USD" | "EUR")[];
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
            acceptedCurrencies: ("USD" | "EUR")[];
            /** @description The preferred source of exchange rates; null for the deployment's own order */
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
            /** @description The preferred source of exchange rates; null for the deployment's own order */
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
            /** @enum {string} */
            currency: "USD" | "EUR";
            lineItems: components["schemas"]["LineItem"][];
            /** @description Unix ms; when it was created */
            createdAt: number;
            /** @description Unix ms; when it last changed */
            updatedAt: number;
            brandName: string;
            /**
             * @description See docs/receipt-status.md
             * @enum {string}
             */
            status: "generated" | "link_opened" | "buyer_logged_in" | "checkout_initialized" | "pending" | "checkout_success" | "tx_mined" | "recipient_validated" | "tx_mismatch" | "paid" | "completed" | "reconciled" | "failed" | "refund_requested" | "refunded";
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
            refunds: components["schemas"]["RefundEntry"][];
            /** @description Oldest first */
            timeline: components["schemas"]["TimelineEntry"][];
        };
        /** ReceiptPage */
        ReceiptPage: {
            /** @description Newest first */
            receipts: components["schemas"]["Receipt"][];
            nextCursor: string | null;
        };
        /** ReceiptPricing */
        ReceiptPricing: {
            version: number;
            /** @enum {string} */
            currency: "USD" | "EUR";
            usdPerUnit: number;
            /** @description Unix ms; when the rate was quoted */
            quotedAt: number;
            provider: string;
            /** @description The total when the receipt was created */
            originalTotal: number;
            originalLineItems: components["schemas"]["LineItem"][];
        };
        /** ReceiptStatus */
        ReceiptStatus: {
            id: string;
            /**
             * @description See docs/receipt-status.md
             * @enum {string}
             */
            status: "generated" | "link_opened" | "buyer_logged_in" | "checkout_initialized" | "pending" | "checkout_success" | "tx_mined" | "recipient_validated" | "tx_mismatch" | "paid" | "completed" | "reconciled" | "failed" | "refund_requested" | "refunded";
            paymentStatus: string;
            transactionHash: string | null;
            /** @description The token it is paid in, or the default token until that is known */
            currency: string;
            amount: number;
            /** @description See docs/failures.md */
            failureCode?: string;
            failureCategory?: string;
            failureReason?: string;
            failureAction?: string;
        };
        /** RefundBody */
        RefundBody: {
            /** @description Required */
            receiptId?: unknown;
            /** @description Required; the wallet that receives the refund */
            buyer?: unknown;
            /** @description Required */
            usd?: unknown;
            /** @description The refunded items: [{label, priceUsd, qty?, sku?, itemId?}] */
            items?: unknown;
            /** @description The transaction that paid the refund */
            txHash?: unknown;
            /** @description For the timeline */
            reason?: unknown;
            /** @description true returns the items named by sku or itemId to stock, or everything with the last refund */
            restock?: unknown;
        } & {
            [key: string]: unknown;
        };
        /** RefundEntry */
        RefundEntry: {
            refundId: string;
            usd: number;
            buyer: string;
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
            /** @description All of it */
            usd: number;
            /** @description What of it is tax */
            tax: number;
            /** @description What of it is the processing fee */
            fee: number;
            /** @description What of it each recipient of the split has got */
            shares: {
                address: string;
                token: string;
                units: string;
            }[];
            transfers: components["schemas"]["PlannedTransfer"][];
            /** @description Why there is not a transfer for all of it */
            note?: string;
        };
        /** RefundPlanAnswer */
        RefundPlanAnswer: {
            /** @constant */
            ok: true;
            plan: components["schemas"]["RefundPlan"];
        };
        /** RefundPlanBody */
        RefundPlanBody: {
            /** @description Required */
            receiptId?: unknown;
            /** @description Default what the items cost, or all that is left */
            usd?: unknown;
            /** @description What it is for, without tax and fee: [{label, priceUsd, qty?}] */
            items?: unknown;
        } & {
            [key: string]: unknown;
        };
        /**
         * Relayer
         * @description The wallet that pays for gas
         */
        Relayer: {
            address: string;
            /** @description In the chain's coin, e.g. 0.25 */
            balance: string;
            balanceWei: string;
            /** @description How many of its transactions are in blocks */
            nonce: number;
            /** @description The same, with those in the node's queue */
            pendingNonce: number;
        };
        /** RevokedKey */
        RevokedKey: {
            /** @constant */
            ok: true;
            id: string;
            /** @constant */
            revoked: true;
        };
        /** SandboxReset */
        SandboxReset: {
            /** @constant */
            ok: true;
            /** @description How many were forgotten */
            receipts: number;
        };
        /** SentDelivery */
        SentDelivery: {
            /** @constant */
            ok: true;
            deliveryId: string;
        };
        /** SentPayment */
        SentPayment: {
            txHash: string | null;
            /** @description Unix ms; when it was announced or signed, or when coin was first seen */
            at: number;
            /** @description Signed by the buyer and sent by us, so it cannot be called back */
            isOurs: boolean;
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
            /** @description Address of the shop page, unique; "" for none */
            slug: string;
            name: string;
            description: string;
            /** @description e.g. restaurant */
            industryPack: string;
            categories: string[];
            keywords: string[];
            /** @description Whether the directory shows the shop */
            listed: boolean;
            /** @description The merchant */
            wallet: string;
            /** @description Names the deployment */
            brandKey: string;
            theme: components["schemas"]["ShopTheme"];
            layout: components["schemas"]["ShopLayout"];
            tax: components["schemas"]["ShopTax"];
            fees: components["schemas"]["ShopFees"];
            payments: components["schemas"]["ShopPayments"];
            pricing: components["schemas"]["ShopPricing"];
            /** @description Unix ms; 0 before the first change */
            updatedAt: number;
        };
        /** ShopConfigAnswer */
        ShopConfigAnswer: {
            config: components["schemas"]["ShopConfig"];
        };
        /** ShopConfigChange */
        ShopConfigChange: {
            /** @description Address of the shop page, unique; "" for none */
            slug?: string;
            name?: string;
            description?: string;
            /** @description e.g. restaurant */
            industryPack?: string;
            categories?: string[];
            keywords?: string[];
            /** @description Whether the directory shows the shop */
            listed?: boolean;
            theme?: {
                /** @description #rgb, #rgba, #rrggbb or #rrggbbaa */
                primaryColor?: string;
                /** @description #rgb, #rgba, #rrggbb or #rrggbbaa */
                secondaryColor?: string;
                /** @description https address of an image; "" for none */
                brandLogoUrl?: string;
                /** @description https address of an image; "" for none */
                brandFaviconUrl?: string;
                /** @description What receipts are headed with; "" for the name of the shop */
                brandName?: string;
                /** @description system-ui, Inter, Georgia, Helvetica, Arial, serif, sans-serif, ... */
                fontFamily?: string;
                /** @description https address of an image; "" for none */
                receiptBackgroundUrl?: string;
                /** @description https address of an image; "" for none */
                coverPhotoUrl?: string;
            };
            layout?: {
                /** @description grid or list */
                mode?: string;
                showCategories?: boolean;
                showSearch?: boolean;
            };
            tax?: {
                /** @description Where orders are taxed that do not say, e.g. US-CA */
                defaultJurisdictionCode?: string | null;
                /** @description 0.095 is 9.5 %; at most six decimals */
                defaultTaxRate?: number | null;
                priceIncludesTax?: boolean;
                /** @description As printed on receipts */
                taxId?: string;
                /** @description Rates that replace those of the catalogue */
                overrides?: components["schemas"]["TaxOverride"][];
            };
            fees?: {
                /** @description Percent the merchant adds to the platform's 0.5; at most four decimals */
                processingFeePct?: number;
            };
            payments?: {
                /** @description One of USDC, USDT, EURC, ETH */
                defaultPaymentToken?: string;
                /** @description USDC, USDT, EURC, ETH */
                acceptedTokens?: string[];
                /** @description How long a receipt can be paid; null for the usual time */
                expiryMinutes?: number | null;
            };
            pricing?: {
                /** @description USD, EUR */
                acceptedCurrencies?: string[];
                /** @description The preferred source of exchange rates; null for the deployment's own order */
                rateProvider?: string | null;
                ratePins?: {
                    /** @description Dollars per euro, at most six decimals; null for the market rate */
                    EUR?: number | null;
                };
            };
        };
        /** ShopConfigUpdated */
        ShopConfigUpdated: {
            /** @constant */
            ok: true;
            config: components["schemas"]["ShopConfig"];
        };
        /** ShopFees */
        ShopFees: {
            /** @description Percent the merchant adds to the platform's 0.5; at most four decimals */
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
            /** @description Prefills the payment page */
            onrampEmail?: unknown;
        } & {
            [key: string]: unknown;
        };
        /** ShopPayments */
        ShopPayments: {
            /** @enum {string} */
            defaultPaymentToken: "USDC" | "USDT" | "EURC" | "ETH";
            acceptedTokens: ("USDC" | "USDT" | "EURC" | "ETH")[];
            /** @description How long a receipt can be paid; null for the usual time */
            expiryMinutes: number | null;
        };
        /** ShopPricing */
        ShopPricing: {
            acceptedCurrencies: ("USD" | "EUR")[];
            /** @description The preferred source of exchange rates; null for the deployment's own order */
            rateProvider: string | null;
            ratePins: components["schemas"]["RatePins"];
        };
        /** ShopTax */
        ShopTax: {
            /** @description Where orders are taxed that do not say, e.g. US-CA */
            defaultJurisdictionCode: string | null;
            /** @description 0.095 is 9.5 %; at most six decimals */
            defaultTaxRate: number | null;
            priceIncludesTax: boolean;
            /** @description As printed on receipts */
            taxId: string;
            /** @description Rates that replace those of the catalogue */
            overrides: components["schemas"]["TaxOverride"][];
        };
        /** ShopTheme */
        ShopTheme: {
            /** @description #rgb, #rgba, #rrggbb or #rrggbbaa */
            primaryColor: string;
            /** @description #rgb, #rgba, #rrggbb or #rrggbbaa */
            secondaryColor: string;
            /** @description https address of an image; "" for none */
            brandLogoUrl: string;
            /** @description https address of an image; "" for none */
            brandFaviconUrl: string;
            /** @description What receipts are headed with; "" for the name of the shop */
            brandName: string;
            /** @description system-ui, Inter, Georgia, Helvetica, Arial, serif, sans-serif, ... */
            fontFamily: string;
            /** @description https address of an image; "" for none */
            receiptBackgroundUrl: string;
            /** @description https address of an image; "" for none */
            coverPhotoUrl: string;
        };
        /** SignedIn */
        SignedIn: {
            /** @constant */
            ok: true;
            /** @description Address with checksum */
            wallet: string;
            /** @description Send it as x-csrf-token with every change */
            csrfToken: string;
        };
        /** SignedOut */
        SignedOut: {
            /** @constant */
            ok: true;
        };
        /** SignedPayment */
        SignedPayment: {
            /** @description USDC, which it is where none is named, or EURC */
            token?: unknown;
            /** @description Required; the wallet that has signed */
            payer?: unknown;
            /** @description Required; a string: exactly what the option of the token says */
            amountUnits?: unknown;
            /** @description Required; Unix seconds, not ahead */
            validAfter?: unknown;
            /** @description Required; Unix seconds, 60 seconds to 24 hours ahead */
            validBefore?: unknown;
            /** @description Required; 0x and 64 hex digits of your choice */
            salt?: unknown;
            /** @description Required; of ReceiveWithAuthorization (EIP-3009) to the gateway */
            signature?: unknown;
        } & {
            [key: string]: unknown;
        };
        /** SignedPaymentTaken */
        SignedPaymentTaken: {
            /** @constant */
            ok: true;
            txHash: string | null;
        };
        /** SiteConfig */
        SiteConfig: {
            theme: components["schemas"]["SiteTheme"];
            /** @enum {string} */
            defaultPaymentToken: "USDC" | "USDT" | "EURC" | "ETH";
            /** @description The platform's fee in percent */
            processingFeePct: number;
        };
        /** SiteTheme */
        SiteTheme: {
            /** @description #rgb, #rgba, #rrggbb or #rrggbbaa */
            primaryColor: string;
            /** @description #rgb, #rgba, #rrggbb or #rrggbbaa */
            secondaryColor: string;
            /** @description https address of an image; "" for none */
            brandLogoUrl: string;
            /** @description https address of an image; "" for none */
            brandFaviconUrl: string;
            brandName: string;
            /** @description system-ui, Inter, Georgia, Helvetica, Arial, serif, sans-serif, ... */
            fontFamily: string;
            /** @description https address of an image; "" for none */
            receiptBackgroundUrl: string;
        };
        /** SplitConfig */
        SplitConfig: {
            /** @description The contract */
            address: string;
            chainId: number;
            /**
             * @description Recipients fetch their shares
             * @constant
             */
            kind: "pull";
            recipients: components["schemas"]["SplitRecipient"][];
            /** @constant */
            totalBps: 10000;
            /** @description The merchant */
            owner: string;
            /** @description The transaction in which we deployed it, if we did and it is in a block */
            deployedTx: string | null;
            /**
             * @description pending: not on chain yet; what is sent to its address is safe and waits there
             * @enum {string}
             */
            status: "pending" | "deployed" | "failed";
            /** @description Counts the merchant's splits, from 1 */
            version: number;
            /** @description Unix ms */
            createdAt: number;
        };
        /** SplitConfigAnswer */
        SplitConfigAnswer: {
            /** @constant */
            ok: true;
            configured: boolean;
            split: components["schemas"]["SplitConfig"] | null;
        };
        /** SplitDeployed */
        SplitDeployed: {
            /** @constant */
            ok: true;
            split: components["schemas"]["SplitConfig"];
        };
        /** SplitDeployment */
        SplitDeployment: {
            /** @description 1 to 16, the platform among them. Shares sum to 9950, or to 10000, which is scaled down; the platform's 50 are added. */
            recipients: {
                address: string;
                /** @description A whole number from 1 to 10000; 50 is 0.5 % */
                sharesBps: number;
                /** @description What people call them, at most 80 characters */
                label?: string;
            }[];
            /** @description A split contract of ours that is on chain already. Without it one is deployed for you */
            address?: string;
            /** @description What our factory was given to make the contract at address, if it was not we who chose it */
            salt?: string;
            /** @description The chain that payments are settled on */
            chainId?: number;
        };
        /** SplitRecipient */
        SplitRecipient: {
            address: string;
            /** @description 50 is 0.5 % */
            sharesBps: number;
            /** @enum {string} */
            role: "merchant" | "platform" | "partner";
            /** @description What people call them, at most 80 characters */
            label?: string;
        };
        /** SplitTransaction */
        SplitTransaction: {
            id: string;
            receiptId: string;
            /** @description The token that was paid in */
            currency: string;
            /** @description In that token */
            amount: number;
            /** @description The platform's share of it */
            fees: number;
            /** @description released once the split paid its recipients; failed when the chain took the payment back */
            status: "pending" | "released" | "failed";
            transactionHash: string;
            /** @description When it was paid, in ISO 8601 */
            timestamp: string;
        };
        /** TaxCatalogue */
        TaxCatalogue: {
            /** @constant */
            ok: true;
            /** @description By country, region and code */
            jurisdictions: components["schemas"]["TaxJurisdiction"][];
            /**
             * @description Where the catalogue comes from
             * @constant
             */
            provider: "static";
            /** @description Unix ms; when the catalogue was last checked */
            updatedAt: number;
        };
        /** TaxComponent */
        TaxComponent: {
            /** @description e.g. state */
            code: string;
            /** @description e.g. State */
            name: string;
            /** @description 0.06 is 6 % */
            rate: number;
        };
        /** TaxJurisdiction */
        TaxJurisdiction: {
            /** @description e.g. US-CA */
            code: string;
            /** @description ISO 3166-1, or XI for Northern Ireland */
            country: string;
            /** @description ISO 3166-2 without the country; null for all of it */
            region: string | null;
            name: string;
            /** @description 0.06 is 6 % */
            rate: number;
            /** @description Parts that orders can choose; their rates sum to the rate */
            components: {
                code: string;
                name: string;
                /** @description 0.06 is 6 % */
                rate: number;
            }[];
            /** @description A day since when the rate applies; null for rates of the merchant */
            effectiveFrom: string | null;
            /** @description Who publishes the rate */
            source: string;
            /**
             * @description Whether the rate is the catalogue's or set in the shop's configuration
             * @enum {string}
             */
            kind: "catalogue" | "merchant";
        };
        /** TaxOverride */
        TaxOverride: {
            /** @description Jurisdiction, e.g. US-CA */
            code: string;
            components: components["schemas"]["TaxComponent"][];
        };
        /** TerminalBody */
        TerminalBody: {
            /** @description Before tax and fee, in dollars */
            amountUsd?: unknown;
            /** @description Before tax and fee, in currency; send either amount or amountUsd */
            amount?: unknown;
            /** @description USD (default) or EUR */
            currency?: unknown;
            /** @description Default: Payment */
            label?: unknown;
            /** @description e.g. US-CA */
            jurisdictionCode?: unknown;
            /** @description 0 to 1; replaces the rate of the jurisdiction */
            taxRate?: unknown;
            /** @description Only these components of the jurisdiction */
            taxComponents?: unknown;
        } & {
            [key: string]: unknown;
        };
        /** TestWebhookBody */
        TestWebhookBody: {
            /** @description A registered address. Either this or url */
            webhookId?: string;
            /** @description Any other address, for once */
            url?: string;
            /**
             * @description What the receipt is said to have become; default completed
             * @enum {string}
             */
            status?: "generated" | "link_opened" | "buyer_logged_in" | "checkout_initialized" | "pending" | "checkout_success" | "tx_mined" | "recipient_validated" | "tx_mismatch" | "paid" | "completed" | "reconciled" | "failed" | "refund_requested" | "refunded";
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
                /** @description See docs/ledger.md */
                account: string;
                symbol: string | null;
                /** @description eip155:<chain>/<token>, or USD for what was marked by hand */
                asset: string;
                /** @description In whole coins */
                debit: string;
                /** @description In whole coins */
                credit: string;
                /** @description Debits less credits */
                balance: string;
                /** @description The balance in the smallest unit of the asset */
                balanceUnits: string;
                /** @description What it was worth when it came */
                balanceUsd: number;
            }[];
            totals: {
                /** @description eip155:<chain>/<token>, or USD for what was marked by hand */
                asset: string;
                /** @description In whole coins */
                debit: string;
                /** @description In whole coins */
                credit: string;
                /** @description Debits less credits */
                balance: string;
            }[];
            /** @description Whether everything adds up to zero */
            balanced: boolean;
        };
        /**
         * UpdateWebhookBody
         * @description What is left out stays as it is
         */
        UpdateWebhookBody: {
            /** @description Absolute and https; in sandbox mode http as well */
            url?: string;
            /** @description Which events it gets; default all kinds there are */
            events?: "receipt.status_updated"[];
            /** @description Whether it gets events at all; default true */
            enabled?: boolean;
            /** @description Whether more is tried after the two attempts that everybody gets; default false */
            extendedRetries?: boolean;
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
            /** @description https URLs, or small PNG, JPEG, WebP or GIF images as data URIs */
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
        /** Webhook */
        Webhook: {
            id: string;
            url: string;
            events: "receipt.status_updated"[];
            enabled: boolean;
            extendedRetries: boolean;
            /** @description Unix ms */
            createdAt: number;
        };
        /** Webhooks */
        Webhooks: {
            /** @constant */
            ok: true;
            /** @description The oldest first */
            webhooks: components["schemas"]["Webhook"][];
        };
        /** WithdrawGone */
        WithdrawGone: {
            /** @constant */
            error: "gone";
            message: string;
            /** @description The merchant's split contract, if there is one */
            splitAddress: string | null;
            /** @description What to call there */
            abi: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
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
                    [name: string]: unknown;
                };
                content: {
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
    getAudit: {
        parameters: {
            query?: {
                /** @description Only changes of this kind */
                action?: string;
                /** @description 1 to 100, default 50 */
                limit?: string;
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
    postAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description EIP-4361 message with our nonce */
                    message: string;
                    /** @description By the key of the wallet, or for its contract */
                    signature: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChainAnswer"];
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
                limit?: string;
                /** @description nextCursor of the page before */
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
                    [name: string]: unknown;
                };
                content: {
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
    getDirectoryShops: {
        parameters: {
            query?: {
                /** @description Words, each of which must be part of the name, a keyword, a category or the description; case and accents do not matter */
                q?: string;
                /** @description With commas between; shops that have any of exactly these */
                categories?: string;
                /** @description With commas between; shops that have any of exactly these */
                keywords?: string;
                /** @description How many to pass over, default 0 */
                offset?: string;
                /** @description 1 to 50, default 20 */
                limit?: string;
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
                    [name: string]: unknown;
                };
                content: {
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
    getDirectoryShopsSlugItems: {
        parameters: {
            query?: {
                /** @description Words that must all appear in the name, SKU, description, category or tags; ignores case and accents */
                q?: string;
                /** @description Exact category */
                category?: string;
                /** @description In US dollars */
                priceMin?: string;
                /** @description In US dollars */
                priceMax?: string;
                /** @description Separated by commas */
                tags?: string;
                /** @description any (default) or all */
                tagsMode?: string;
                /** @description name, sku, priceUsd, updatedAt; default name */
                sort?: string;
                /** @description asc (default) or desc */
                order?: string;
                /** @description 1 to 200, default 50 */
                limit?: string;
                /** @description From 1 */
                page?: string;
            };
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CataloguePage"];
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
    postDirectoryShopsSlugOrders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShopOrderBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShopOrderBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                /** @description nextCursor of the page before; without it from the beginning */
                after?: string;
                /** @description 1 to 200, default 100 */
                limit?: string;
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
                /** @description A nextCursor, or the id of an event that was streamed */
                after?: string;
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: {
                /** @description Counts before after; clients send it by themselves */
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
                    [name: string]: unknown;
                };
                content: {
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
    getInventory: {
        parameters: {
            query?: {
                /** @description Words that must all appear in the name, SKU, description, category or tags; ignores case and accents */
                q?: string;
                /** @description Exact category */
                category?: string;
                /** @description In US dollars */
                priceMin?: string;
                /** @description In US dollars */
                priceMax?: string;
                /** @description Separated by commas */
                tags?: string;
                /** @description any (default) or all */
                tagsMode?: string;
                /** @description name, sku, priceUsd, stockQty, updatedAt; default updatedAt */
                sort?: string;
                /** @description asc or desc (default) */
                order?: string;
                /** @description 1 to 200, default 50 */
                limit?: string;
                /** @description From 1 */
                page?: string;
                /** @description true, false or any */
                taxable?: string;
                /** @description in, out or any */
                stock?: string;
                /** @description Exact industry pack */
                pack?: string;
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: {
                /** @description The same request under the same key is carried out once, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpsertItemBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: {
                /** @description The same request under the same key is carried out once, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportItemsBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
    getKeys: {
        parameters: {
            query?: {
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: {
                /** @description The same request under the same key is carried out once, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Default: all of the plan */
                    scopes?: ("inventory:read" | "inventory:write" | "orders:create" | "receipts:read" | "receipts:write" | "shop:read" | "split:read" | "users:read" | "graphql:read")[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
    deleteKeysId: {
        parameters: {
            query?: {
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: {
                /** @description The same request under the same key is carried out once, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Hours the old key keeps working; default 24 */
                    graceHours?: number;
                } | null;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
    getMembers: {
        parameters: {
            query?: {
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: {
                /** @description The same request under the same key is carried out once, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Wallet to invite. `wallet` says for which merchant. */
                    member: string;
                    /** @enum {string} */
                    role: "owner" | "admin" | "cashier" | "viewer";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberAnswer"];
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: never;
            path: {
                member: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "owner" | "admin" | "cashier" | "viewer";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberAnswer"];
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: never;
            path: {
                member: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
    postOrders: {
        parameters: {
            query?: {
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: {
                /** @description The same request under the same key is carried out once, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
    getPortalId: {
        parameters: {
            query?: {
                /** @description The merchant's wallet or split. Needed where several merchants use the same id. */
                recipient?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignedPayment"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedPaymentTaken"];
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
                /** @description The merchant's wallet or split. Needed where several merchants use the same id. */
                recipient?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalProgress"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                /** @description The merchant's wallet or split. Needed where several merchants use the same id. */
                recipient?: string;
                /** @description What to pay with: a symbol of payment.options. Default the first one. */
                token?: string;
                /** @description wallet (default): what a wallet pays. page: the payment page. */
                kind?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                /** @description The merchant's wallet or split. Needed where several merchants use the same id. */
                recipient?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
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
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnouncedTransaction"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PricingConfigChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
    getReceipts: {
        parameters: {
            query?: {
                /** @description 1 to 200, default 100 */
                limit?: string;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Only receipts with this status */
                status?: string;
                /** @description Unix ms; created at or after this time */
                from?: string;
                /** @description Unix ms; created at or before this time */
                to?: string;
                /** @description The exact id, your own reference or the transaction hash */
                q?: string;
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: {
                /** @description The same request under the same key is carried out once, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReceiptBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
    postReceiptsRefund: {
        parameters: {
            query?: {
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: {
                /** @description The same request under the same key is carried out once, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundPlanBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundPlanAnswer"];
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostStatusBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
    postReceiptsTerminal: {
        parameters: {
            query?: {
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: {
                /** @description The same request under the same key is carried out once, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TerminalBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
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
                /** @description Unix ms; sold then or later; default 30 days before to */
                from?: string;
                /** @description Unix ms; sold then or earlier; default now */
                to?: string;
                /** @description json (default) or csv */
                format?: string;
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @description Unix ms */
                        from: number;
                        /** @description Unix ms */
                        to: number;
                        /** @description Every component there is */
                        taxes: string[];
                        /** @description Everybody there is */
                        recipients: string[];
                        /** @description One for each receipt, the newest first; all figures in dollars */
                        rows: {
                            /** @description When it was sold, ISO 8601 */
                            date: string;
                            receiptId: string;
                            /** @enum {string} */
                            currency: "USD" | "EUR";
                            /** @description What it was paid in */
                            tokens: string[];
                            /** @description Without tax and fee */
                            subtotal: number;
                            /** @description By component */
                            taxes: {
                                [key: string]: number;
                            };
                            /** @description The processing fee */
                            fee: number;
                            /** @description Subtotal, taxes and fee */
                            total: number;
                            /** @description Given back, whenever that was */
                            refunds: number;
                            /** @description The total less the refunds */
                            net: number;
                            /** @description Paid beyond what was due */
                            credit: number;
                            /** @description Who gets what of net and credit; manual for what was marked by hand, unassigned for what is nobody’s yet */
                            recipients: {
                                [key: string]: number;
                            };
                        }[];
                        totals: {
                            /** @description Without tax and fee */
                            subtotal: number;
                            /** @description By component */
                            taxes: {
                                [key: string]: number;
                            };
                            /** @description The processing fee */
                            fee: number;
                            /** @description Subtotal, taxes and fee */
                            total: number;
                            /** @description Given back, whenever that was */
                            refunds: number;
                            /** @description The total less the refunds */
                            net: number;
                            /** @description Paid beyond what was due */
                            credit: number;
                            /** @description Who gets what of net and credit; manual for what was marked by hand, unassigned for what is nobody’s yet */
                            recipients: {
                                [key: string]: number;
                            };
                        };
                    };
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
    postSandboxClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockAdvance"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockTurned"];
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
                "application/json": {
                    /** @description Required: which receipt */
                    receiptId?: unknown;
                    /** @description Required: exact, under:<usd>, over:<usd>, late, wrong_token, reverted, reorg, duplicate, wrong_chain, mine, expire, or a failure code */
                    scenario?: unknown;
                    /** @description What to pay with: USDC unless told */
                    token?: unknown;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
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
    getShopConfig: {
        parameters: {
            query?: {
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShopConfigAnswer"];
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShopConfigChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteConfig"];
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SplitConfigAnswer"];
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SplitDeployment"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                /** @description From 1 to 200; 50 unless told */
                limit?: string;
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
    getTaxCatalog: {
        parameters: {
            query?: {
                /** @description Two letters, e.g. US */
                country?: string;
                /** @description Part of a code, a name or the name of a component */
                q?: string;
                /** @description e.g. US-CA */
                code?: string;
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
    getWebhooks: {
        parameters: {
            query?: {
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: {
                /** @description The same request under the same key is carried out once, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                /** @description Only those about this receipt */
                receiptId?: string;
                /** @description Only those that are pending, delivered or failed */
                status?: string;
                /** @description Only those to the webhook with this id */
                webhookId?: string;
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description 1 to 100, default 50 */
                limit?: string;
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
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
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryAnswer"];
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: {
                /** @description The same request under the same key is carried out once, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
    postWebhooksTest: {
        parameters: {
            query?: {
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: {
                /** @description The same request under the same key is carried out once, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestWebhookBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                /** @description With a session: the merchant this is about, if not your own. May stand in the body instead. With a key: ignored. */
                wallet?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
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
    getAssetsPartsCss: {
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
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
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
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
    getAssetsStartCss: {
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
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
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
    getAssetsStartJs: {
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
                    [name: string]: unknown;
                };
                content: {
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
    getAssetsTokensCss: {
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
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
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
                    [name: string]: unknown;
                };
                content: {
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
                    [name: string]: unknown;
                };
                content: {
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
    getPagePortalId: {
        parameters: {
            query?: {
                /** @description The merchant's wallet or split. Needed where several merchants use the same id. */
                recipient?: string;
                /** @description What to pay in, by its symbol */
                asset?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                /** @description The merchant's wallet or split. Needed where several merchants use the same id. */
                recipient?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
}
