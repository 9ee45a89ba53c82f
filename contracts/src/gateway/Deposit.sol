// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {Asset} from "../lib/Asset.sol";
import {CloneCode} from "../lib/CloneCode.sol";

/// @title The address one receipt is paid to
/// @notice Runs behind clones whose arguments are payoutAddress (20 bytes) | receiptKey (32 bytes). What arrives
/// leaves towards the payout address or not at all: no owner, no storage, no other way out.
/// @dev Only the gateway may sweep. Anyone may ask the gateway to, but whoever could sweep past it would hide a
/// payment from the event that settles the receipt.
contract Deposit {
    /// @notice The contract that made this one.
    address public immutable gateway = msg.sender;

    /// @notice Only the gateway sweeps: past it no event would tell of the payment.
    error DepositCallerNotGateway(address caller);

    /// @notice The token kept all of it.
    error DepositNothingArrived(address token);

    /// @notice Sends `amount` base units to the payout address. For the gateway alone.
    /// @param token What to send; `address(0)` for native coin.
    /// @return arrived What the payout address has more than before; a token may have kept some of it.
    function sweep(address token, uint256 amount) external returns (uint256 arrived) {
        if (msg.sender != gateway) revert DepositCallerNotGateway(msg.sender);
        address to = payoutAddress();
        if (token == Asset.NATIVE) {
            Asset.send(token, to, amount);
            return amount;
        }

        uint256 before = Asset.balanceOf(token, to);
        Asset.send(token, to, amount);
        arrived = Math.min(Asset.balanceOf(token, to) - before, amount);
        if (arrived == 0) revert DepositNothingArrived(token);
    }

    /// @notice Where everything goes that arrives here. Reverts outside of a clone.
    function payoutAddress() public view returns (address) {
        return address(bytes20(CloneCode.readArgs()));
    }

    /// @notice The receipt this address belongs to. Reverts outside of a clone.
    function receiptKey() external view returns (bytes32 key) {
        bytes memory args = CloneCode.readArgs();
        assembly ("memory-safe") {
            key := mload(add(args, 52))
        }
    }
}
