// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {CloneCode} from "../lib/CloneCode.sol";
import {MerchantSplit} from "./MerchantSplit.sol";

/// @title SplitFactory
/// @notice Makes splits at addresses that are known before. Anyone may call: who creates a split has no part in it,
/// and its address says who gets what. Coins sent there before it exists wait for it.
contract SplitFactory {
    uint256 private constant RECIPIENT_SIZE = 22;
    uint256 private constant MAX_RECIPIENTS = 16;
    uint256 private constant BPS = 10_000;

    /// @notice What every split runs.
    address public immutable implementation;

    /// @notice `split` exists from now on and divides by `args`.
    event SplitCreated(address indexed split, bytes32 indexed salt, bytes args);

    /// @notice There are between 1 and 16 recipients of 22 bytes each.
    error SplitFactoryBadLength(uint256 length);

    /// @notice Recipients are in ascending order, none of them twice and none of them zero.
    error SplitFactoryNotAscending(address account);

    /// @notice A recipient without a share.
    error SplitFactoryNoShare(address account);

    /// @notice Shares sum to 10,000.
    error SplitFactoryBadSum(uint256 sum);

    constructor() {
        implementation = address(new MerchantSplit());
    }

    /// @notice Makes the split of these recipients, or finds the one that was made before.
    /// @param args n x (address 20 bytes | share 2 bytes, in hundredths of a percent), addresses ascending,
    /// 1 <= n <= 16, shares at least 1 and 10,000 in all.
    /// @param salt Any number: another one is another split of the same recipients.
    /// @return split The same address as `predict` gives.
    function create(bytes calldata args, bytes32 salt) external returns (address split) {
        bytes memory code = CloneCode.creationCode(implementation, args);
        split = Create2.computeAddress(salt, keccak256(code));
        if (split.code.length != 0) return split;

        _requireRecipients(args);
        Create2.deploy(0, salt, code);
        emit SplitCreated(split, salt, args);
    }

    /// @notice Where `create` makes the split of these recipients. Reverts as `create` does, so that nobody pays to
    /// an address where there will never be one.
    function predict(bytes calldata args, bytes32 salt) external view returns (address) {
        _requireRecipients(args);
        return Create2.computeAddress(salt, keccak256(CloneCode.creationCode(implementation, args)));
    }

    /// @dev A recipient named twice would be paid by one of its shares and lose the other.
    function _requireRecipients(bytes calldata args) private pure {
        uint256 length = args.length;
        if (length == 0 || length % RECIPIENT_SIZE != 0 || length > MAX_RECIPIENTS * RECIPIENT_SIZE) {
            revert SplitFactoryBadLength(length);
        }
        uint256 sum;
        address last;
        for (uint256 offset; offset < length; offset += RECIPIENT_SIZE) {
            address account = address(bytes20(args[offset:offset + 20]));
            uint256 bps = uint16(bytes2(args[offset + 20:offset + 22]));
            if (account <= last) revert SplitFactoryNotAscending(account);
            if (bps == 0) revert SplitFactoryNoShare(account);
            last = account;
            sum += bps;
        }
        if (sum != BPS) revert SplitFactoryBadSum(sum);
    }
}
