// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";

import {CloneCode} from "../lib/CloneCode.sol";
import {SplitFactory} from "../split/SplitFactory.sol";
import {PlanSpender} from "./PlanSpender.sol";
import {PlanTerms, Terms} from "./PlanTerms.sol";

/// @notice Proves that a payout is a split of the factory, deployed or not. Empty for other
/// payouts.
/// @param recipients The arguments of the split, as in `SplitFactory.create`.
/// @param salt The salt of the split.
struct SplitProof {
    bytes recipients;
    bytes32 salt;
}

/// @title Spenders of the subscription charger
/// @notice Creates the spenders of plans, and reads their terms. Part of `SubscriptionCharger`.
abstract contract ChargerSpenders {
    /// @dev The terms of a spender determine its address. Another salt would only add a second
    /// address.
    bytes32 private constant SPENDER_SALT = 0;

    /// @notice Returns the implementation behind every spender.
    address public immutable spenderImplementation = address(new PlanSpender());

    /// @notice Returns the factory of the splits whose shares count as fees.
    SplitFactory public immutable splitFactory;

    /// @notice Emitted when the spender of a plan version was created.
    event SpenderCreated(address indexed spender, address indexed merchant, bytes32 indexed planKey);

    /// @notice Thrown when a field of the terms is invalid, with the name of the field.
    error SubscriptionChargerInvalidTerms(bytes32 field);

    /// @notice Thrown when the permission's spender was not created by this contract.
    error SubscriptionChargerUnknownSpender(address spender);

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

    /// @dev Reads the terms from the code of the spender. The address proves that this contract
    /// created that code.
    function _termsOf(address spender) internal view returns (Terms memory) {
        (bytes memory args, bytes32 creationHash) = CloneCode.inspect(spender, PlanTerms.SIZE);
        if (Create2.computeAddress(SPENDER_SALT, creationHash) != spender) {
            revert SubscriptionChargerUnknownSpender(spender);
        }
        return PlanTerms.decode(args);
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
    ) internal view {
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
    function _canReceive(address account) internal view returns (bool) {
        return account != address(this) && account != spenderImplementation;
    }

    /// @notice Returns the address of the spender of these terms, created or not. Reverts if the
    /// terms are invalid. Does not check `splitFeeBps`, which `createSpender` does.
    function spenderOf(Terms calldata terms) external view returns (address) {
        _requireTerms(terms);
        bytes memory code = _creationCode(PlanTerms.encode(terms));
        return Create2.computeAddress(SPENDER_SALT, keccak256(code));
    }

    function _creationCode(bytes memory args) private view returns (bytes memory) {
        return CloneCode.creationCode(spenderImplementation, args);
    }
}
