// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Deposit} from "../../src/gateway/Deposit.sol";
import {CloneCode} from "../../src/lib/CloneCode.sol";

/// @notice Acts as the gateway of its own deposits. Anyone may sweep any amount from them.
contract DepositMaker {
    Deposit public immutable implementation = new Deposit();

    event DepositMade(address deposit);

    function make(bytes calldata args) external {
        bytes memory code = CloneCode.creationCode(address(implementation), args);
        address deposit;
        assembly ("memory-safe") {
            deposit := create(0, add(code, 32), mload(code))
        }
        emit DepositMade(deposit);
    }

    function sweep(Deposit deposit, address token, uint256 amount) external returns (uint256) {
        return deposit.sweep(token, amount);
    }
}
