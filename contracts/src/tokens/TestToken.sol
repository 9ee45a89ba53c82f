// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

/// @title Play money
/// @notice What the test tokens have in common: balances and allowances in units of 6 decimals, a mint and a
/// blacklist that are open to anyone. Worth nothing; never to be accepted on a chain where money is real.
/// @dev The deployed code alone makes the token, wherever it is placed: nothing is set by a constructor.
abstract contract TestToken is IERC20Errors {
    /// @notice A unit is a millionth.
    uint8 public constant decimals = 6;
    uint256 private constant BLACKLISTED = 1 << 255;

    /// @notice All units ever minted; none is burnt.
    uint256 public totalSupply;

    /// @dev Balance, and in the highest bit whether the account is blacklisted: a transfer reads one slot for
    /// each side, as it does in the real USDC.
    mapping(address account => uint256 balanceAndFlag) private _accounts;
    mapping(address owner => mapping(address spender => uint256 amount)) private _allowances;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Blacklisted(address indexed account);
    event UnBlacklisted(address indexed account);

    error TestTokenBlacklisted(address account);
    error TestTokenSupplyTooLarge(uint256 supply);

    /// @notice Makes `amount` units out of nothing. Anyone may call.
    function mint(address to, uint256 amount) external {
        if (to == address(0)) revert ERC20InvalidReceiver(to);
        uint256 supply = totalSupply + amount;
        if (supply >= BLACKLISTED) revert TestTokenSupplyTooLarge(supply);

        totalSupply = supply;
        _credit(to, amount);
        emit Transfer(address(0), to, amount);
    }

    /// @notice Makes every transfer from and to `account` fail, to rehearse a recipient that cannot be paid.
    /// Anyone may call.
    function blacklist(address account) external {
        _accounts[account] |= BLACKLISTED;
        emit Blacklisted(account);
    }

    /// @notice Undoes `blacklist`. Anyone may call.
    function unBlacklist(address account) external {
        _accounts[account] &= ~BLACKLISTED;
        emit UnBlacklisted(account);
    }

    function _approve(address owner, address spender, uint256 amount) internal {
        if (spender == address(0)) revert ERC20InvalidSpender(spender);

        _allowances[owner][spender] = amount;
        emit Approval(owner, spender, amount);
    }

    /// @dev Every allowance shrinks, the largest one too, as in the real USDC.
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
            // The supply, and so every balance, stays below the flag.
            _accounts[to] = balance + amount;
        }
    }

    /// @notice What `account` has, in units.
    function balanceOf(address account) external view returns (uint256) {
        return _accounts[account] & ~BLACKLISTED;
    }

    /// @notice Whether transfers from and to `account` fail.
    function isBlacklisted(address account) external view returns (bool) {
        return _accounts[account] >= BLACKLISTED;
    }

    /// @notice What `spender` may still take from `owner`, in units.
    function allowance(address owner, address spender) public view returns (uint256) {
        return _allowances[owner][spender];
    }
}
