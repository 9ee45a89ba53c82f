// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {CloneCode} from "../lib/CloneCode.sol";
import {Signature} from "../lib/Signature.sol";
import {SpendPermission} from "./ISpendPermissionManager.sol";
import {PermissionHash} from "./PermissionHash.sol";
import {Charge, PlanSpender} from "./PlanSpender.sol";
import {PlanTerms, Terms} from "./PlanTerms.sol";

/// @title Subscription charger
/// @notice Creates the spenders of plans, charges subscribers through them, and stores where merchants moved their
/// payouts. There is no owner, and it never holds money. Amounts are in base units, times in Unix seconds.
///
/// Anyone may call every function. A caller decides when a due period is charged, but not the amount or the recipient.
/// @dev The charge key of a period is keccak256(abi.encode(permissionHash, periodStart)), with the hash that the
/// permission's manager computes. A key commits to the spender and so to its terms. Only spenders that this contract
/// created are called, so a `SubscriptionCharged` is reliable if the reader knows manager and token of the spender. The
/// reentrancy guard keeps an EIP-6492 signature from adding events to the batch that contains it.
contract SubscriptionCharger is ReentrancyGuardTransient {
    /// @dev Fills one slot.
    struct Override {
        address payout;
        uint96 nonce;
    }

    bytes32 public constant SET_PAYOUT_TYPEHASH =
        keccak256("SetPayout(address merchant,address payout,uint256 nonce,uint256 deadline)");

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

    mapping(address merchant => Override) private _overrides;

    /// @notice Emitted when the spender of a plan version was created.
    event SpenderCreated(address indexed spender, address indexed merchant, bytes32 indexed planKey);

    /// @notice Emitted when a period was charged.
    /// @param amount The base units that arrived at `payout`.
    /// @param fee The base units that arrived at the fee recipient.
    event SubscriptionCharged(
        bytes32 indexed chargeKey,
        address indexed spender,
        address indexed account,
        address token,
        address payout,
        uint256 amount,
        uint256 fee
    );

    /// @notice Emitted when one charge of a batch failed and moved nothing. Only the sender of the batch should rely on
    /// it: anyone can make the charge of any subscription fail in a batch of their own.
    /// @param reason The first 68 bytes of the revert data. Empty if the charge itself ran out of gas.
    event SubscriptionChargeFailed(bytes32 indexed chargeKey, bytes reason);

    /// @notice Emitted when a merchant moved the payout of all its plans. Zero restores the payout of each plan.
    event PayoutSet(address indexed merchant, address payout);

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

    /// @notice Thrown when the merchant did not sign the payout.
    error SubscriptionChargerInvalidSignature(address merchant);

    /// @notice Creates the spender of these terms, or returns the existing one. Anyone may call.
    function createSpender(Terms calldata terms) external returns (address spender) {
        _requireTerms(terms);
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

    /// @notice Moves the payout of all plans of a merchant, with the merchant's EIP-712 signature. Anyone may submit it.
    /// @param payout The new payout. Zero restores the payout of each plan.
    /// @param nonce The merchant's next nonce, from `payoutOf`.
    /// @param deadline The last Unix second at which the signature is valid.
    /// @param signature By the merchant's key or EIP-1271 wallet.
    function setPayout(
        address merchant,
        address payout,
        uint256 nonce,
        uint256 deadline,
        bytes calldata signature
    ) external {
        if (block.timestamp > deadline) revert SubscriptionChargerPastDeadline(deadline);
        uint256 expected = _overrides[merchant].nonce;
        if (nonce != expected) revert SubscriptionChargerWrongNonce(nonce, expected);
        if (!_canReceive(payout)) revert SubscriptionChargerInvalidPayout(payout);
        bytes32 structHash =
            keccak256(abi.encode(SET_PAYOUT_TYPEHASH, merchant, payout, nonce, deadline));
        bytes32 hash = MessageHashUtils.toTypedDataHash(_domain(), structHash);
        if (!Signature.isValid(merchant, hash, signature)) {
            revert SubscriptionChargerInvalidSignature(merchant);
        }

        _overrides[merchant] = Override(payout, uint96(nonce + 1));
        emit PayoutSet(merchant, payout);
    }

    /// @dev On failure, the return data of the last call contains the reason.
    function _charge(Charge calldata item, uint256 gasLimit) private returns (bool ok, bytes32 chargeKey) {
        SpendPermission calldata permission = item.permission;
        Terms memory terms = _termsOf(permission.spender);
        bytes32 permissionHash = PermissionHash.hashFor(permission, terms.manager);
        chargeKey = keccak256(abi.encode(permissionHash, item.periodStart));
        address payout = _overrides[terms.merchant].payout;
        if (payout == address(0)) payout = terms.payout;

        uint256 fee;
        (ok, fee) =
            _call(permission.spender, abi.encodeCall(PlanSpender.charge, (item, payout)), gasLimit);
        if (!ok) return (false, chargeKey);
        emit SubscriptionCharged(
            chargeKey,
            permission.spender,
            permission.account,
            terms.token,
            payout,
            terms.price - fee,
            fee
        );
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
        returns (bool ok, uint256 fee)
    {
        uint256 gas = gasleft();
        if (gasLimit != NO_LIMIT && gas < gasLimit + gasLimit / 63 + CALL_GAS) {
            revert SubscriptionChargerGasTooLow(gas, gasLimit);
        }
        assembly ("memory-safe") {
            ok := call(gasLimit, spender, 0, add(data, 32), mload(data), 0, 32)
            ok := and(ok, gt(returndatasize(), 31))
            fee := mload(0)
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

    /// @dev These two contracts could never move the money.
    function _canReceive(address account) private view returns (bool) {
        return account != address(this) && account != spenderImplementation;
    }

    /// @notice Returns the address of the spender of these terms, created or not. Reverts if the terms are invalid.
    function spenderOf(Terms calldata terms) external view returns (address) {
        _requireTerms(terms);
        bytes memory code = _creationCode(PlanTerms.encode(terms));
        return Create2.computeAddress(SPENDER_SALT, keccak256(code));
    }

    /// @notice Returns where a merchant moved the payout of its plans, or zero, and the nonce of its next signature.
    function payoutOf(address merchant) external view returns (address payout, uint256 nonce) {
        Override memory current = _overrides[merchant];
        return (current.payout, current.nonce);
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
