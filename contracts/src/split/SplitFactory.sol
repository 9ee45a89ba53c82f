// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {CloneCode} from "../lib/CloneCode.sol";
import {MerchantSplit} from "./MerchantSplit.sol";

/// @title SplitFactory
/// @notice Creates splits at addresses that are known in advance. Anyone may call: the creator has
/// no rights in the split, and the address commits to recipients and shares. The split also pays
/// out money that arrived earlier.
contract SplitFactory {
    uint256 private constant RECIPIENT_SIZE = 22;
    uint256 private constant MAX_RECIPIENTS = 16;
    uint256 private constant BPS = 10_000;

    /// @notice Returns the implementation behind every split.
    address public immutable implementation;

    /// @notice Emitted when `split` was created with the recipients and shares in `args`.
    event SplitCreated(address indexed split, bytes32 indexed salt, bytes args);

    /// @notice Thrown when `args` does not hold between 1 and 16 recipients of 22 bytes each.
    error SplitFactoryBadLength(uint256 length);

    /// @notice Thrown when `account` is zero, repeated or out of ascending order.
    error SplitFactoryNotAscending(address account);

    /// @notice Thrown when the share of `account` is zero.
    error SplitFactoryNoShare(address account);

    /// @notice Thrown when the shares do not sum to 10,000 basis points.
    error SplitFactoryBadSum(uint256 sum);

    constructor() {
        implementation = address(new MerchantSplit());
    }

    /// @notice Creates the split of these recipients, or returns the existing one. Anyone may call.
    /// @param args n x (address 20 bytes | share 2 bytes, in basis points), addresses ascending, 1
    /// <= n <= 16. Each share is at least 1, and they sum to 10,000.
    /// @param salt Any value. Another salt creates another split of the same recipients.
    /// @return split The address that `predict` returns.
    function create(bytes calldata args, bytes32 salt) external returns (address split) {
        bytes memory code = CloneCode.creationCode(implementation, args);
        split = Create2.computeAddress(salt, keccak256(code));
        if (split.code.length != 0) return split;

        _requireRecipients(args);
        Create2.deploy(0, salt, code);
        emit SplitCreated(split, salt, args);
    }

    /// @notice Returns the address of the split that `create` deploys for these recipients. Reverts
    /// if they are invalid, so that no money is sent to an address that can never hold a split.
    function predict(bytes calldata args, bytes32 salt) external view returns (address) {
        _requireRecipients(args);
        return Create2.computeAddress(salt, keccak256(CloneCode.creationCode(implementation, args)));
    }

    /// @dev Rejects duplicates, because a repeated recipient would be paid only one of its shares.
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
