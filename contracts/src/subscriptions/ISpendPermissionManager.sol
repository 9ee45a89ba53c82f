// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Allows `spender` to take up to `allowance` base units of `token` from `account` in each
/// period.
/// @param account The account that pays.
/// @param spender The only account that may spend.
/// @param token The ERC-20 token.
/// @param allowance Base units per period. An unused rest does not carry over.
/// @param period Length of a period in seconds. Period n starts at `start + n * period`.
/// @param start Unix seconds, inclusive.
/// @param end Unix seconds, exclusive.
/// @param salt Distinguishes otherwise equal permissions.
/// @param extraData Any bytes. The manager only includes them in the hash.
struct SpendPermission {
    address account;
    address spender;
    address token;
    uint160 allowance;
    uint48 period;
    uint48 start;
    uint48 end;
    uint256 salt;
    bytes extraData;
}

/// @param start Unix seconds, inclusive.
/// @param end Unix seconds, exclusive.
/// @param spend Base units spent in the period.
struct PeriodSpend {
    uint48 start;
    uint48 end;
    uint160 spend;
}

/// @title Spend permission manager
/// @notice Matches the names, hashes, errors and events of Coinbase's SpendPermissionManager, so
/// that a spender works with both.
interface ISpendPermissionManager {
    /// @notice Emitted when `account` approved the permission.
    event SpendPermissionApproved(bytes32 indexed hash, SpendPermission spendPermission);

    /// @notice Emitted when account or spender revoked the permission, which is final.
    event SpendPermissionRevoked(bytes32 indexed hash, SpendPermission spendPermission);

    /// @notice Emitted when the spender spent.
    /// @param periodSpend The current period, with the base units of this spend only.
    event SpendPermissionUsed(
        bytes32 indexed hash,
        address indexed account,
        address indexed spender,
        address token,
        PeriodSpend periodSpend
    );

    /// @notice Approves a permission of the caller. Returns false if it was revoked.
    function approve(SpendPermission calldata spendPermission) external returns (bool);

    /// @notice Approves a permission that its account signed. Anyone may call. Returns false if it
    /// was revoked.
    function approveWithSignature(SpendPermission calldata spendPermission, bytes calldata signature)
        external
        returns (bool);

    /// @notice Revokes a permission of the caller, approved or not. A revoked permission can never
    /// be used.
    function revoke(SpendPermission calldata spendPermission) external;

    /// @notice Revokes a permission whose spender is the caller.
    function revokeAsSpender(SpendPermission calldata spendPermission) external;

    /// @notice Moves `value` base units from the account to the spender. Only the spender may call.
    function spend(SpendPermission calldata spendPermission, uint160 value) external;

    /// @notice Returns whether the permission was approved, even if it was revoked later.
    function isApproved(SpendPermission calldata spendPermission) external view returns (bool);

    /// @notice Returns whether the permission was revoked.
    function isRevoked(SpendPermission calldata spendPermission) external view returns (bool);

    /// @notice Returns whether the permission is approved and not revoked. Ignores its start and
    /// end.
    function isValid(SpendPermission calldata spendPermission) external view returns (bool);

    /// @notice Returns the last period with a spend, or zeros.
    function getLastUpdatedPeriod(SpendPermission calldata spendPermission)
        external
        view
        returns (PeriodSpend memory);

    /// @notice Returns the current period and its spend. Reverts before the start and after the
    /// end.
    function getCurrentPeriod(SpendPermission calldata spendPermission)
        external
        view
        returns (PeriodSpend memory);

    /// @notice Returns the EIP-712 hash that the account signs.
    function getHash(SpendPermission calldata spendPermission) external view returns (bytes32);
}
