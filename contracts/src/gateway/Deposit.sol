// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {Asset} from "../lib/Asset.sol";
import {CloneCode} from "../lib/CloneCode.sol";

/// @title Deposit address of a receipt
/// @notice Forwards everything it receives to one payout address. There is no owner, no storage and
/// no other way out. Runs behind clones whose arguments are payoutAddress (20 bytes) | receiptKey
/// (32 bytes).
/// @dev Anyone may call `flush` on the gateway. Only the gateway may sweep, so that every payment
/// emits the event that settles the receipt.
contract Deposit {
    /// @notice Returns the gateway, which deployed this contract.
    address public immutable gateway = msg.sender;

    /// @notice Thrown when the caller is not the gateway. A sweep outside the gateway would emit no
    /// payment event.
    error DepositCallerNotGateway(address caller);

    /// @notice Thrown when the token kept the whole amount and the payout address received nothing.
    error DepositNothingArrived(address token);

    /// @notice Thrown when the payout address sent native token back during the sweep. One amount
    /// would be recorded as two payments.
    error DepositRefilled(uint256 amount);

    /// @notice Sends `amount` base units to the payout address. Only the gateway may call.
    /// @param token The ERC-20 to send, or `address(0)` for native tokens.
    /// @return arrived The balance increase of the payout address, at most `amount`. A token may
    /// keep some.
    function sweep(address token, uint256 amount) external returns (uint256 arrived) {
        if (msg.sender != gateway) revert DepositCallerNotGateway(msg.sender);
        address to = payoutAddress();
        if (token == Asset.NATIVE) {
            uint256 balance = address(this).balance;
            Asset.send(token, to, amount);
            uint256 refilled = address(this).balance + amount - balance;
            if (refilled > 0) revert DepositRefilled(refilled);
            return amount;
        }

        uint256 before = Asset.balanceOf(token, to);
        Asset.send(token, to, amount);
        arrived = Math.min(Asset.balanceOf(token, to) - before, amount);
        if (arrived == 0) revert DepositNothingArrived(token);
    }

    /// @notice Returns the address that receives all money sent here. Reverts outside a clone.
    function payoutAddress() public view returns (address) {
        return address(bytes20(CloneCode.readArgs()));
    }

    /// @notice Returns the key of the receipt that this address belongs to. Reverts outside a
    /// clone.
    function receiptKey() external view returns (bytes32 key) {
        bytes memory args = CloneCode.readArgs();
        assembly ("memory-safe") {
            key := mload(add(args, 52))
        }
    }
}
