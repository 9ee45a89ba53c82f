// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

/// @title Test token
/// @notice Keeps balances and allowances in units of 6 decimals. Anyone may mint and blacklist. The
/// tokens are worthless: never accept them on a chain with real money.
/// @dev Works wherever the runtime code is placed, because the constructor sets nothing.
abstract contract TestToken is IERC20Errors {
    /// @notice One unit is a millionth of a token.
    uint8 public constant decimals = 6;
    uint256 private constant BLACKLISTED = 1 << 255;

    /// @notice Returns all units ever minted. Units are never burned.
    uint256 public totalSupply;

    /// @dev Balance, with the blacklist flag in the highest bit. A transfer reads one slot per
    /// side, as in real USDC.
    mapping(address account => uint256 balanceAndFlag) private _accounts;
    mapping(address owner => mapping(address spender => uint256 amount)) private _allowances;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Blacklisted(address indexed account);
    event UnBlacklisted(address indexed account);

    error TestTokenBlacklisted(address account);
    error TestTokenSupplyTooLarge(uint256 supply);

    /// @notice Mints `amount` units to `to`. Anyone may call.
    function mint(address to, uint256 amount) external {
        if (to == address(0)) revert ERC20InvalidReceiver(to);
        uint256 supply = totalSupply + amount;
        if (supply >= BLACKLISTED) revert TestTokenSupplyTooLarge(supply);

        totalSupply = supply;
        _credit(to, amount);
        emit Transfer(address(0), to, amount);
    }

    /// @notice Makes every transfer from and to `account` fail, to test an unpayable recipient.
    /// Anyone may call.
    function blacklist(address account) external {
        _accounts[account] |= BLACKLISTED;
        emit Blacklisted(account);
    }

    /// @notice Removes `account` from the blacklist. Anyone may call.
    function unBlacklist(address account) external {
        _accounts[account] &= ~BLACKLISTED;
        emit UnBlacklisted(account);
    }

    function _approve(address owner, address spender, uint256 amount) internal {
        if (spender == address(0)) revert ERC20InvalidSpender(spender);

        _allowances[owner][spender] = amount;
        emit Approval(owner, spender, amount);
    }

    /// @dev Reduces every allowance, even the maximum, as in the real USDC.
    function _transferFrom(address spender, address from, address to, uint256 amount) internal {
        uint256 allowed = _allowances[from][spender];
        if (allowed < amount) revert ERC20InsufficientAllowance(spender, allowed, amount);

        unchecked {
            _allowances[from][spender] = allowed - amount;
        }
        _transfer(from, to, amount);
    }

    function _transfer(address from, address to, uint256 amount) internal {
        if (from == address(0)) revert ERC20InvalidSender(from);
        if (to == address(0)) revert ERC20InvalidReceiver(to);
        uint256 balance = _accounts[from];
        if (balance >= BLACKLISTED) revert TestTokenBlacklisted(from);
        if (balance < amount) revert ERC20InsufficientBalance(from, balance, amount);

        unchecked {
            _accounts[from] = balance - amount;
        }
        _credit(to, amount);
        emit Transfer(from, to, amount);
    }

    function _credit(address to, uint256 amount) private {
        uint256 balance = _accounts[to];
        if (balance >= BLACKLISTED) revert TestTokenBlacklisted(to);

        unchecked {
            // The supply, and therefore every balance, stays below the flag.
            _accounts[to] = balance + amount;
        }
    }

    /// @notice Returns the balance of `account` in units.
    function balanceOf(address account) external view returns (uint256) {
        return _accounts[account] & ~BLACKLISTED;
    }

    /// @notice Returns whether transfers from and to `account` fail.
    function isBlacklisted(address account) external view returns (bool) {
        return _accounts[account] >= BLACKLISTED;
    }

    /// @notice Returns the units that `spender` may still take from `owner`.
    function allowance(address owner, address spender) public view returns (uint256) {
        return _allowances[owner][spender];
    }
}
