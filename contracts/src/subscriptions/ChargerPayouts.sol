// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {Signature} from "../lib/Signature.sol";
import {ChargerSpenders, SplitProof} from "./ChargerSpenders.sol";
import {Terms} from "./PlanTerms.sol";

/// @notice A payout for all plans of a merchant, as its wallet signs it.
/// @param payout The new payout. Zero restores the payout of each plan.
/// @param splitFeeRecipient A recipient of the split `payout`, or zero. Plans that pay their fee to
/// it charge only the part that its share does not cover. Other plans charge the whole fee.
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

/// @title Payouts of the subscription charger
/// @notice Stores where merchants moved their payouts, and verifies EIP-712 messages to the
/// charger. Part of `SubscriptionCharger`.
abstract contract ChargerPayouts is ChargerSpenders {
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

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant NAME_HASH = keccak256("Subscription Charger");
    bytes32 private constant VERSION_HASH = keccak256("1");

    mapping(address merchant => Override) private _overrides;

    /// @notice Emitted when a merchant moved the payout of all its plans. Zero restores the payout
    /// of each plan.
    event PayoutSet(
        address indexed merchant, address payout, address splitFeeRecipient, uint256 splitFeeBps
    );

    /// @notice Thrown when the payout is this contract or the implementation of spenders.
    error SubscriptionChargerInvalidPayout(address payout);

    /// @notice Thrown when the deadline of a signed payout has passed.
    error SubscriptionChargerPastDeadline(uint256 deadline);

    /// @notice Thrown when the nonce of a signed payout is not the merchant's next one.
    error SubscriptionChargerWrongNonce(uint256 nonce, uint256 expected);

    /// @notice Thrown when `account` did not sign the payout or the cancellation, or the plan's
    /// canceler for it.
    error SubscriptionChargerInvalidSignature(address account);

    /// @notice Moves the payout of all plans of a merchant, with the merchant's EIP-712 signature.
    /// Anyone may submit it.
    /// @param moved The signed message. It contains the share in a split, so that no submitter can
    /// change a fee.
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
        bytes32 hash = _messageHash(structHash);
        if (!Signature.isValid(moved.merchant, hash, signature)) {
            revert SubscriptionChargerInvalidSignature(moved.merchant);
        }

        _overrides[moved.merchant] = Override(
            moved.payout, moved.splitFeeBps, uint80(moved.nonce + 1), moved.splitFeeRecipient
        );
        emit PayoutSet(moved.merchant, moved.payout, moved.splitFeeRecipient, moved.splitFeeBps);
    }

    /// @dev Returns the payout of a plan, and the share of its fee recipient in it.
    function _payoutOf(Terms memory terms) internal view returns (address payout, uint256 splitFeeBps) {
        Override storage moved = _overrides[terms.merchant];
        payout = moved.payout;
        if (payout == address(0)) return (terms.payout, terms.splitFeeBps);
        splitFeeBps = moved.splitFeeBps;
        if (splitFeeBps > 0 && moved.splitFeeRecipient != terms.feeRecipient) splitFeeBps = 0;
    }

    /// @notice Returns where a merchant moved the payout of its plans, or zero, and the nonce of
    /// its next signature. If it is a split, also returns the recipient whose share counts as fee,
    /// and that share in basis points.
    function payoutOf(address merchant)
        external
        view
        returns (address payout, uint256 nonce, address splitFeeRecipient, uint256 splitFeeBps)
    {
        Override memory current = _overrides[merchant];
        return (current.payout, current.nonce, current.splitFeeRecipient, current.splitFeeBps);
    }

    /// @dev The EIP-712 hash of a message to this contract.
    function _messageHash(bytes32 structHash) internal view returns (bytes32) {
        return MessageHashUtils.toTypedDataHash(_domain(), structHash);
    }

    /// @dev Computed on each call, because the code must be the same on every chain.
    function _domain() private view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPEHASH, NAME_HASH, VERSION_HASH, block.chainid, address(this))
        );
    }
}
