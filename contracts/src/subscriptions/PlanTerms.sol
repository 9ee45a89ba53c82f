// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The terms of one version of a plan. They determine the address of its spender.
/// @param manager The spend permission manager that holds the subscribers' allowances.
/// @param merchant The wallet that may move the payout of all its plans.
/// @param token The ERC-20 token of price and fee.
/// @param payout Receives the price minus the direct fee, unless the merchant moved its payout.
/// @param price Base units per period.
/// @param period Length of a period in seconds.
/// @param feeRecipient Receives the fee. May be zero without a fee.
/// @param feeBps The fee in basis points of the price, below 10,000.
/// @param splitFeeBps The share of the fee recipient in `payout` in basis points if that is a
/// split, or zero. A charge pays directly only the part of the fee that this share does not cover.
/// @param canceler May cancel subscriptions, and nothing else. Zero if only the subscribers may.
/// @param planKey Distinguishes plans with otherwise equal terms.
struct Terms {
    address manager;
    address merchant;
    address token;
    address payout;
    uint160 price;
    uint48 period;
    address feeRecipient;
    uint16 feeBps;
    uint16 splitFeeBps;
    address canceler;
    bytes32 planKey;
}

/// @title PlanTerms
/// @notice Writes terms as the arguments of a clone, and reads them.
library PlanTerms {
    /// @notice The size of encoded terms in bytes.
    uint256 internal constant SIZE = 182;

    uint256 internal constant BPS = 10_000;

    /// @notice Returns the fields in order, without padding.
    function encode(Terms memory terms) internal pure returns (bytes memory) {
        return abi.encodePacked(
            terms.manager,
            terms.merchant,
            terms.token,
            terms.payout,
            terms.price,
            terms.period,
            terms.feeRecipient,
            terms.feeBps,
            terms.splitFeeBps,
            terms.canceler,
            terms.planKey
        );
    }

    /// @notice Returns the terms of which `args` is the encoding.
    function decode(bytes memory args) internal pure returns (Terms memory terms) {
        terms.manager = address(bytes20(_wordAt(args, 0)));
        terms.merchant = address(bytes20(_wordAt(args, 20)));
        terms.token = address(bytes20(_wordAt(args, 40)));
        terms.payout = address(bytes20(_wordAt(args, 60)));
        terms.price = uint160(bytes20(_wordAt(args, 80)));
        terms.period = uint48(bytes6(_wordAt(args, 100)));
        terms.feeRecipient = address(bytes20(_wordAt(args, 106)));
        terms.feeBps = uint16(bytes2(_wordAt(args, 126)));
        terms.splitFeeBps = uint16(bytes2(_wordAt(args, 128)));
        terms.canceler = address(bytes20(_wordAt(args, 130)));
        terms.planKey = _wordAt(args, 150);
    }

    /// @notice Returns the part of the fee that one charge pays directly, in base units, rounded
    /// down. Together with the recipient's share of the rest, it is the fee.
    /// @param splitFeeBps The share of the fee recipient in the payout.
    function directFeeOf(Terms memory terms, uint256 splitFeeBps) internal pure returns (uint256) {
        if (splitFeeBps >= terms.feeBps) return 0;
        return uint256(terms.price) * (terms.feeBps - splitFeeBps) / (BPS - splitFeeBps);
    }

    function _wordAt(bytes memory args, uint256 offset) private pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := mload(add(add(args, 32), offset))
        }
    }
}
