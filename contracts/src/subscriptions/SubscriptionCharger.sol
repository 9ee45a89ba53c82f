// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {CloneCode} from "../lib/CloneCode.sol";
import {Signature} from "../lib/Signature.sol";
import {SplitFactory} from "../split/SplitFactory.sol";
import {SpendPermission} from "./ISpendPermissionManager.sol";
import {PermissionHash} from "./PermissionHash.sol";
import {Charge, PlanSpender} from "./PlanSpender.sol";
import {PlanTerms, Terms} from "./PlanTerms.sol";

/// @notice Proves that a payout is a split of the factory, deployed or not. Empty for other payouts.
/// @param recipients The arguments of the split, as in `SplitFactory.create`.
/// @param salt The salt of the split.
struct SplitProof {
    bytes recipients;
    bytes32 salt;
}

/// @notice Ends one subscription.
/// @param signature Of the `CancelSubscription` message, by the subscriber or the canceler of the plan. Ignored if one of
/// them is the sender.
struct Cancellation {
    SpendPermission permission;
    bytes signature;
}

/// @notice A payout for all plans of a merchant, as its wallet signs it.
/// @param payout The new payout. Zero restores the payout of each plan.
/// @param splitFeeRecipient A recipient of the split `payout`, or zero. Plans that pay their fee to it charge only the
/// part that its share does not cover. Other plans charge the whole fee.
/// @param splitFeeBps The share of that recipient in basis points, or zero.
/// @param nonce The merchant's next nonce, from `payoutOf`.
/// @param deadline The last Unix second at which the signature is valid.
struct Payout {
    address merchant;
    address payout;
    address splitFeeRecipient;
    uint16 splitFeeBps;
    uint256 nonce;
    uint256 deadline;
}

/// @title Subscription charger
/// @notice Creates the spenders of plans, charges subscribers through them, cancels subscriptions, and stores where
/// merchants moved their payouts. There is no owner, and it never holds money. Amounts are in base units, times in Unix
/// seconds.
///
/// Anyone may call every function. A caller decides when a due period is charged, but not the amount or the recipient.
/// @dev The charge key of a period is keccak256(abi.encode(permissionHash, periodStart)), with the hash that the
/// permission's manager computes. A key commits to the spender and so to its terms. Only spenders that this contract
/// created are called, so a `SubscriptionCharged` is reliable if the reader knows manager and token of the spender. The
/// reentrancy guard keeps an EIP-6492 signature from adding events to the batch that contains it.
contract SubscriptionCharger is ReentrancyGuardTransient {
    /// @dev The second slot is read only if the payout is a split with a share.
    struct Override {
        address payout;
        uint16 splitFeeBps;
        uint80 nonce;
        address splitFeeRecipient;
    }

    bytes32 public constant SET_PAYOUT_TYPEHASH = keccak256(
        "SetPayout(address merchant,address payout,address splitFeeRecipient,uint16 splitFeeBps,uint256 nonce,uint256 deadline)"
    );

    bytes32 public constant CANCEL_SUBSCRIPTION_TYPEHASH =
        keccak256("CancelSubscription(bytes32 permissionHash)");

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant NAME_HASH = keccak256("Subscription Charger");
    bytes32 private constant VERSION_HASH = keccak256("1");

    /// @dev The terms of a spender determine its address. Another salt would only add a second address.
    bytes32 private constant SPENDER_SALT = 0;

    uint256 private constant NO_LIMIT = type(uint256).max;

    /// @dev More than the cost of the call to a spender itself.
    uint256 private constant CALL_GAS = 5_000;

    /// @notice Returns the implementation behind every spender.
    address public immutable spenderImplementation = address(new PlanSpender());

    /// @notice Returns the factory of the splits whose shares count as fees.
    SplitFactory public immutable splitFactory;

    mapping(address merchant => Override) private _overrides;

    /// @notice Emitted when the spender of a plan version was created.
    event SpenderCreated(address indexed spender, address indexed merchant, bytes32 indexed planKey);

    /// @notice Emitted when a period was charged.
    /// @param amount The base units that arrived at `payout`.
    /// @param fee The base units that arrived at the fee recipient.
    /// @param feeOwed The base units that the fee recipient could not receive. The spender keeps them for it.
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

    /// @notice Emitted when one charge of a batch failed and moved nothing. Only the sender of the batch should rely on
    /// it: anyone can make the charge of any subscription fail in a batch of their own.
    /// @param reason The first 68 bytes of the revert data. Empty if the charge itself ran out of gas.
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

    /// @notice Emitted when a merchant moved the payout of all its plans. Zero restores the payout of each plan.
    event PayoutSet(
        address indexed merchant, address payout, address splitFeeRecipient, uint256 splitFeeBps
    );

    /// @notice Thrown when a field of the terms is invalid, with the name of the field.
    error SubscriptionChargerInvalidTerms(bytes32 field);

    /// @notice Thrown when the permission's spender was not created by this contract.
    error SubscriptionChargerUnknownSpender(address spender);

    /// @notice Thrown when too little gas is left to give the next charge of a batch its limit.
    error SubscriptionChargerGasTooLow(uint256 gas, uint256 gasEach);

    /// @notice Thrown when the payout is this contract or the implementation of spenders.
    error SubscriptionChargerInvalidPayout(address payout);

    /// @notice Thrown when the deadline of a signed payout has passed.
    error SubscriptionChargerPastDeadline(uint256 deadline);

    /// @notice Thrown when the nonce of a signed payout is not the merchant's next one.
    error SubscriptionChargerWrongNonce(uint256 nonce, uint256 expected);

    /// @notice Thrown when `account` did not sign the payout or the cancellation, or the plan's canceler for it.
    error SubscriptionChargerInvalidSignature(address account);

    /// @notice Thrown when the proof does not show a split in which `recipient` has this share.
    error SubscriptionChargerInvalidSplit(address payout, address recipient, uint256 bps);

    constructor(SplitFactory factory) {
        splitFactory = factory;
    }

    /// @notice Creates the spender of these terms, or returns the existing one. Anyone may call.
    /// @param proof Proves `splitFeeBps` of the terms. Ignored if that is zero.
    function createSpender(Terms calldata terms, SplitProof calldata proof)
        external
        returns (address spender)
    {
        _requireTerms(terms);
        _requireShare(terms.payout, terms.feeRecipient, terms.splitFeeBps, proof);
        bytes memory code = _creationCode(PlanTerms.encode(terms));
        spender = Create2.computeAddress(SPENDER_SALT, keccak256(code));
        if (spender.code.length != 0) return spender;

        Create2.deploy(0, SPENDER_SALT, code);
        emit SpenderCreated(spender, terms.merchant, terms.planKey);
    }

    /// @notice Charges one period, or reverts with the reason. Anyone may call.
    function charge(Charge calldata item) external nonReentrant {
        (bool ok,) = _charge(item, NO_LIMIT);
        if (!ok) LowLevelCall.bubbleRevert();
    }

    /// @notice Charges each period, even if others fail. Anyone may call.
    /// @dev Reverts if gas is too low, so that low gas is never recorded as a failed charge. Also reverts if a spender
    /// does not exist, which is an error of the caller and not of a subscriber.
    /// @param gasEach The gas limit of each charge. A hostile wallet can use all of it, but no more.
    function chargeBatch(Charge[] calldata charges, uint256 gasEach) external nonReentrant {
        if (gasEach > gasleft()) revert SubscriptionChargerGasTooLow(gasleft(), gasEach);
        for (uint256 i = 0; i < charges.length; ++i) {
            (bool ok, bytes32 chargeKey) = _charge(charges[i], gasEach);
            if (!ok) emit SubscriptionChargeFailed(chargeKey, _reason());
        }
    }

    /// @notice Ends subscriptions for good: revokes their permissions, approved or not. Anyone may submit a signature of
    /// a subscriber or of the plan's canceler. Canceling again changes nothing.
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

    /// @notice Moves the payout of all plans of a merchant, with the merchant's EIP-712 signature. Anyone may submit it.
    /// @param moved The signed message. It contains the share in a split, so that no submitter can change a fee.
    /// @param proof Proves `splitFeeBps` of the message. Ignored if that is zero.
    /// @param signature By the merchant's key or EIP-1271 wallet.
    function setPayout(Payout calldata moved, SplitProof calldata proof, bytes calldata signature)
        external
    {
        if (block.timestamp > moved.deadline) revert SubscriptionChargerPastDeadline(moved.deadline);
        uint256 expected = _overrides[moved.merchant].nonce;
        if (moved.nonce != expected) revert SubscriptionChargerWrongNonce(moved.nonce, expected);
        if (!_canReceive(moved.payout)) revert SubscriptionChargerInvalidPayout(moved.payout);
        _requireShare(moved.payout, moved.splitFeeRecipient, moved.splitFeeBps, proof);
        bytes32 structHash = keccak256(abi.encode(SET_PAYOUT_TYPEHASH, moved));
        bytes32 hash = MessageHashUtils.toTypedDataHash(_domain(), structHash);
        if (!Signature.isValid(moved.merchant, hash, signature)) {
            revert SubscriptionChargerInvalidSignature(moved.merchant);
        }

        _overrides[moved.merchant] = Override(
            moved.payout, moved.splitFeeBps, uint80(moved.nonce + 1), moved.splitFeeRecipient
        );
        emit PayoutSet(moved.merchant, moved.payout, moved.splitFeeRecipient, moved.splitFeeBps);
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

    /// @dev Returns the payout of a plan, and the share of its fee recipient in it.
    function _payoutOf(Terms memory terms) private view returns (address payout, uint256 splitFeeBps) {
        Override storage moved = _overrides[terms.merchant];
        payout = moved.payout;
        if (payout == address(0)) return (terms.payout, terms.splitFeeBps);
        splitFeeBps = moved.splitFeeBps;
        if (splitFeeBps > 0 && moved.splitFeeRecipient != terms.feeRecipient) splitFeeBps = 0;
    }

    /// @dev Recovers the key first, so that no wallet's code runs for a key's signature.
    function _mayCancel(
        address account,
        address canceler,
        bytes32 structHash,
        bytes calldata signature
    ) private view returns (bool) {
        if (msg.sender == account || msg.sender == canceler) return true;
        bytes32 hash = MessageHashUtils.toTypedDataHash(_domain(), structHash);
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(hash, signature);
        if (failure == ECDSA.RecoverError.NoError && signer == canceler) return true;
        return Signature.isValid(account, hash, signature);
    }

    /// @dev Reads the terms from the code of the spender. The address proves that this contract created that code.
    function _termsOf(address spender) private view returns (Terms memory) {
        (bytes memory args, bytes32 creationHash) = CloneCode.inspect(spender, PlanTerms.SIZE);
        if (Create2.computeAddress(SPENDER_SALT, creationHash) != spender) {
            revert SubscriptionChargerUnknownSpender(spender);
        }
        return PlanTerms.decode(args);
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

    /// @dev Copies at most an error with two words, so that long revert data costs only the charge that reverted.
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

    function _requireTerms(Terms calldata terms) private view {
        if (terms.manager == address(0)) revert SubscriptionChargerInvalidTerms("manager");
        if (terms.merchant == address(0)) revert SubscriptionChargerInvalidTerms("merchant");
        if (terms.token == address(0)) revert SubscriptionChargerInvalidTerms("token");
        if (terms.payout == address(0) || !_canReceive(terms.payout)) {
            revert SubscriptionChargerInvalidTerms("payout");
        }
        if (terms.price == 0) revert SubscriptionChargerInvalidTerms("price");
        if (terms.period == 0) revert SubscriptionChargerInvalidTerms("period");
        if (terms.feeBps >= PlanTerms.BPS) revert SubscriptionChargerInvalidTerms("feeBps");
        bool hasRecipient = terms.feeRecipient != address(0) && _canReceive(terms.feeRecipient);
        if (terms.feeBps > 0 && !hasRecipient) revert SubscriptionChargerInvalidTerms("feeRecipient");
    }

    /// @dev The factory derives the address from the recipients, so the split need not be deployed.
    function _requireShare(
        address payout,
        address recipient,
        uint256 bps,
        SplitProof calldata proof
    ) private view {
        if (bps == 0) return;
        bool isSplit = splitFactory.predict(proof.recipients, proof.salt) == payout;
        if (!isSplit || _shareIn(proof.recipients, recipient) != bps) {
            revert SubscriptionChargerInvalidSplit(payout, recipient, bps);
        }
    }

    /// @dev Reads n x (address 20 bytes | share 2 bytes), which `predict` has validated.
    function _shareIn(bytes calldata recipients, address account) private pure returns (uint256) {
        for (uint256 i = 0; i < recipients.length; i += 22) {
            if (address(bytes20(recipients[i:i + 20])) != account) continue;
            return uint16(bytes2(recipients[i + 20:i + 22]));
        }
        return 0;
    }

    /// @dev These two contracts could never move the money.
    function _canReceive(address account) private view returns (bool) {
        return account != address(this) && account != spenderImplementation;
    }

    /// @notice Returns the address of the spender of these terms, created or not. Reverts if the terms are invalid. Does
    /// not check `splitFeeBps`, which `createSpender` does.
    function spenderOf(Terms calldata terms) external view returns (address) {
        _requireTerms(terms);
        bytes memory code = _creationCode(PlanTerms.encode(terms));
        return Create2.computeAddress(SPENDER_SALT, keccak256(code));
    }

    /// @notice Returns where a merchant moved the payout of its plans, or zero, and the nonce of its next signature.
    /// If it is a split, also returns the recipient whose share counts as fee, and that share in basis points.
    function payoutOf(address merchant)
        external
        view
        returns (address payout, uint256 nonce, address splitFeeRecipient, uint256 splitFeeBps)
    {
        Override memory current = _overrides[merchant];
        return (current.payout, current.nonce, current.splitFeeRecipient, current.splitFeeBps);
    }

    function _creationCode(bytes memory args) private view returns (bytes memory) {
        return CloneCode.creationCode(spenderImplementation, args);
    }

    /// @dev Computed on each call, because the code must be the same on every chain.
    function _domain() private view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPEHASH, NAME_HASH, VERSION_HASH, block.chainid, address(this))
        );
    }
}
