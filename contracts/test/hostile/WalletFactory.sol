// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ContractWallet} from "./ContractWallet.sol";
import {HostileSubscriber} from "./HostileSubscriber.sol";

/// @notice Creates contract wallets at known addresses, and plays the hostile factory of an
/// EIP-6492 signature.
contract WalletFactory {
    /// @notice Whether the last attack succeeded, and its return data.
    bool public hasSucceeded;
    bytes public returnData;
    /// @notice The account that called for the attack.
    address public caller;

    function create(address owner) external returns (address) {
        return address(new ContractWallet{salt: 0}(owner));
    }

    /// @notice Calls anything, then lets the wallet accept every signature.
    function attack(HostileSubscriber wallet, address target, bytes calldata payload) external {
        caller = msg.sender;
        (hasSucceeded, returnData) = target.call(payload);
        wallet.play(HostileSubscriber.Trick.Accept, address(0), "");
    }
}
