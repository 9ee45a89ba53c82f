// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

import {Signature} from "../lib/Signature.sol";
import {SplitFactory} from "../split/SplitFactory.sol";
import {ChargerPayouts} from "./ChargerPayouts.sol";
import {ChargerSpenders} from "./ChargerSpenders.sol";
import {SpendPermission} from "./ISpendPermissionManager.sol";
import {PermissionHash} from "./PermissionHash.sol";
import {Charge, PlanSpender} from "./PlanSpender.sol";
import {PlanTerms, Terms} from "./PlanTerms.sol";

/// @notice Ends one subscription.
/// @param signature Of the `CancelSubscription` message, by the subscriber or the canceler of the
/// plan. Ignored if one of them is the sender.
struct Cancellation {
    SpendPermission permission;
    bytes signature;
}

/// @title Subscription charger
/// @notice Creates the spenders of plans, charges subscribers through them, cancels subscriptions,
/// and stores where merchants moved their payouts. There is no owner, and it never holds money.
/// Amounts are in base units, times in Unix seconds.
///
/// Anyone may call every function. A caller decides when a due period is charged, but not the
/// amount or the recipient.
/// @dev The charge key of a period is keccak256(abi.encode(permissionHash, periodStart)), with the
/// hash that the permission's manager computes. A key commits to the spender and so to its terms.
/// Only spenders that this contract created are called, so a `SubscriptionCharged` is reliable if
/// the reader knows manager and token of the spender. The reentrancy guard keeps an EIP-6492
/// signature from adding events to the batch that contains it.
contract SubscriptionCharger is ChargerPayouts, ReentrancyGuardTransient {
    bytes32 public constant CANCEL_SUBSCRIPTION_TYPEHASH =
        keccak256("CancelSubscription(bytes32 permissionHash)");

    uint256 private constant NO_LIMIT = type(uint256).max;

    /// @dev More than the cost of the call to a spender itself.
    uint256 private constant CALL_GAS = 5_000;

    /// @notice Emitted when a period was charged.
    /// @param amount The base units that arrived at `payout`.
    /// @param fee The base units that arrived at the fee recipient.
    /// @param feeOwed The base units that the fee recipient could not receive. The spender keeps
    /// them for it.
    /// @param splitFeeBps The share of the fee recipient in `payout`, a split, in basis points.
    event SubscriptionCharged(
        bytes32 indexed chargeKey,
        address indexed spender,
        address indexed account,
        address token,
        address payout,
        uint256 amount,
        uint256 fee,
        uint256 feeOwed,
        uint256 splitFeeBps
    );

    /// @notice Emitted when one charge of a batch failed and moved nothing. Only the sender of the
    /// batch should rely on it: anyone can make the charge of any subscription fail in a batch of
    /// their own.
    /// @param reason The first 68 bytes of the revert data. Empty if the charge itself ran out of
    /// gas.
    event SubscriptionChargeFailed(bytes32 indexed chargeKey, bytes reason);

    /// @notice Emitted when a subscription was canceled. Its permission can never be charged again.
    event SubscriptionCanceled(
        bytes32 indexed permissionHash, address indexed spender, address indexed account
    );

    /// @notice Emitted when a fee that was owed arrived at its recipient.
    /// @param amount In base units.
    event FeeClaimed(
        address indexed spender, address indexed feeRecipient, address token, uint256 amount
    );

    /// @notice Thrown when too little gas is left to give the next charge of a batch its limit.
    error SubscriptionChargerGasTooLow(uint256 gas, uint256 gasEach);

    constructor(SplitFactory factory) ChargerSpenders(factory) {}

    /// @notice Charges one period, or reverts with the reason. Anyone may call.
    function charge(Charge calldata item) external nonReentrant {
        (bool ok,) = _charge(item, NO_LIMIT);
        if (!ok) LowLevelCall.bubbleRevert();
    }

    /// @notice Charges each period, even if others fail. Anyone may call.
    /// @dev Reverts if gas is too low, so that low gas is never recorded as a failed charge. Also
    /// reverts if a spender does not exist, which is an error of the caller and not of a
    /// subscriber.
    /// @param gasEach The gas limit of each charge. A hostile wallet can use all of it, but no
    /// more.
    function chargeBatch(Charge[] calldata charges, uint256 gasEach) external nonReentrant {
        if (gasEach > gasleft()) revert SubscriptionChargerGasTooLow(gasleft(), gasEach);
        for (uint256 i = 0; i < charges.length; ++i) {
            (bool ok, bytes32 chargeKey) = _charge(charges[i], gasEach);
            if (!ok) emit SubscriptionChargeFailed(chargeKey, _reason());
        }
    }

    /// @notice Ends subscriptions for good: revokes their permissions, approved or not. Anyone may
    /// submit a signature of a subscriber or of the plan's canceler. Canceling again changes
    /// nothing.
    function cancel(Cancellation[] calldata cancellations) external nonReentrant {
        for (uint256 i = 0; i < cancellations.length; ++i) {
            SpendPermission calldata permission = cancellations[i].permission;
            Terms memory terms = _termsOf(permission.spender);
            bytes32 permissionHash = PermissionHash.hashFor(permission, terms.manager);
            bytes32 structHash = keccak256(abi.encode(CANCEL_SUBSCRIPTION_TYPEHASH, permissionHash));
            if (!_mayCancel(permission.account, terms.canceler, structHash, cancellations[i].signature)) {
                revert SubscriptionChargerInvalidSignature(permission.account);
            }
            PlanSpender(permission.spender).revoke(permission);
            emit SubscriptionCanceled(permissionHash, permission.spender, permission.account);
        }
    }

    /// @notice Pays the fees that a spender owes to their recipient. Anyone may call.
    function claimFee(address spender) external nonReentrant returns (uint256 amount) {
        Terms memory terms = _termsOf(spender);
        amount = PlanSpender(spender).claimFee();
        emit FeeClaimed(spender, terms.feeRecipient, terms.token, amount);
    }

    /// @dev On failure, the return data of the last call contains the reason.
    function _charge(Charge calldata item, uint256 gasLimit) private returns (bool ok, bytes32 chargeKey) {
        SpendPermission calldata permission = item.permission;
        Terms memory terms = _termsOf(permission.spender);
        bytes32 permissionHash = PermissionHash.hashFor(permission, terms.manager);
        chargeKey = keccak256(abi.encode(permissionHash, item.periodStart));
        (address payout, uint256 splitFeeBps) = _payoutOf(terms);
        uint256 fee = PlanTerms.directFeeOf(terms, splitFeeBps);

        bytes memory data = abi.encodeCall(PlanSpender.charge, (item, payout, fee));
        uint256 paid;
        (ok, paid) = _call(permission.spender, data, gasLimit);
        if (!ok) return (false, chargeKey);
        emit SubscriptionCharged(
            chargeKey,
            permission.spender,
            permission.account,
            terms.token,
            payout,
            terms.price - fee,
            paid,
            fee - paid,
            splitFeeBps
        );
    }

    /// @dev Recovers the key first, so that no wallet's code runs for a key's signature.
    function _mayCancel(
        address account,
        address canceler,
        bytes32 structHash,
        bytes calldata signature
    ) private view returns (bool) {
        if (msg.sender == account || msg.sender == canceler) return true;
        bytes32 hash = _messageHash(structHash);
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(hash, signature);
        if (failure == ECDSA.RecoverError.NoError && signer == canceler) return true;
        return Signature.isValid(account, hash, signature);
    }

    /// @dev A call forwards at most 63/64 of the gas left after its own cost.
    function _call(address spender, bytes memory data, uint256 gasLimit)
        private
        returns (bool ok, uint256 result)
    {
        uint256 gas = gasleft();
        if (gasLimit != NO_LIMIT && gas < gasLimit + gasLimit / 63 + CALL_GAS) {
            revert SubscriptionChargerGasTooLow(gas, gasLimit);
        }
        assembly ("memory-safe") {
            ok := call(gasLimit, spender, 0, add(data, 32), mload(data), 0, 32)
            ok := and(ok, gt(returndatasize(), 31))
            result := mload(0)
        }
    }

    /// @dev Copies at most an error with two words, so that long revert data costs only the charge
    /// that reverted.
    function _reason() private pure returns (bytes memory reason) {
        assembly ("memory-safe") {
            let size := returndatasize()
            if gt(size, 68) { size := 68 }
            reason := mload(0x40)
            mstore(0x40, add(reason, 128))
            mstore(reason, size)
            returndatacopy(add(reason, 32), 0, size)
        }
    }
}
